import type { FindingType } from '#contract/vocabulary.ts'
import { plural } from '#lib/text/format.ts'

const kinds: Record<FindingType, string> = {
  sast: 'code finding',
  sca: 'supply-chain finding',
  secrets: 'secret',
}

const listNames: Record<FindingType, string> = {
  sast: 'code findings',
  sca: 'supply-chain findings',
  secrets: 'secrets',
}

/** Labels of the command palette. */
export const labels = {
  close: 'Close',
  groups: {
    recent: 'Recent',
    finding: 'Finding',
    scan: 'Scan',
    pages: 'Pages',
    views: 'Views',
    actions: 'Actions',
    advisories: 'Advisories',
    projects: 'Projects',
    packages: 'Packages',
    rules: 'Rules',
    people: 'People',
    teams: 'Teams',
    tickets: 'Tickets',
    search: 'Search',
  },
  dependenciesFor: (text: string) => `Search dependencies for ${text}`,
  findingsFor: (type: FindingType, text: string) => `Search ${listNames[type]} for ${text}`,
  sbomOf: (project: string) => `Export SBOM of ${project}`,
  rulesWith: (count: number, weakness: string, isAll: boolean) =>
    `Open findings of ${isAll ? '' : 'the first '}${plural(count, 'rule')} with ${weakness}`,
  noRuleWith: (weakness: string) => `No rule has ${weakness}`,
  noTriage: 'No findings triaged',
  teamOverview: 'Findings that the team owns',
  otherBranches: (count: number) => `${plural(count, 'finding')} on other branches`,
  noFindingNames: (advisory: string) => `No finding names ${advisory}`,
  finding: (id: number) => `Finding ${id}`,
  scan: (id: number) => `Scan ${id}`,
  openFindings: (count: number) => plural(count, 'open finding'),
  advisory: ({ open, findings, projects }: { open: number; findings: number; projects: number }) =>
    open > 0
      ? `${plural(open, 'open finding')} in ${plural(projects, 'project')}`
      : `No open findings, ${findings} ignored or fixed`,
  affected: (advisory: string, open: number) => `${plural(open, 'open finding')} · ${advisory}`,
  triaged: (type: FindingType, count: number) => `${plural(count, kinds[type])} triaged`,
  linked: (type: FindingType, count: number) => plural(count, kinds[type]),
  package: (of: { ecosystem: string | undefined; projects: number; openFindings: number }) =>
    [
      of.ecosystem,
      of.openFindings > 0 ? plural(of.openFindings, 'open finding') : '',
      `used in ${plural(of.projects, 'project')}`,
    ]
      .filter(Boolean)
      .join(' · '),
  searching: 'Searching…',
  noSuchFinding: (id: number) => `Finding ${id} does not exist`,
  noResults: 'No results',
  results: (count: number) => plural(count, 'result'),
  failed: (detail: string) => `Search failed: ${detail}`,
  retry: 'Retry',
  ofSettings: 'Settings',
  themes: { light: 'Light theme', dark: 'Dark theme', system: 'System theme' },
  actions: {
    decisions: 'My recent triage',
    jobs: 'Jobs',
    sbom: 'Export SBOM…',
    copyLink: 'Copy link to this page',
    shortcuts: 'Show keyboard shortcuts',
    signOut: 'Sign out',
  },
  linkCopied: 'Link copied',
  linkNotCopied: "Couldn't copy the link",
  types: { sast: 'Code', sca: 'Supply chain', secrets: 'Secrets' } satisfies Record<FindingType, string>,
  view: (type: FindingType, by: string | undefined) =>
    by === undefined ? labels.types[type] : `${labels.types[type]}, by ${by}`,
}
