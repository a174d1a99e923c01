import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import type { FindingDetail } from '#contract/responses/findings.ts'
import type { SearchAnswer } from '#contract/responses/search.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { findingTitle } from '#pages/findings/title.ts'
import { type Entry, type EntryGroup, findingIdIn, mostOfEach, ranked } from './entries.ts'
import { labels } from './labels.ts'
import {
  advisoryEntries,
  otherBranchesEntry,
  ownerEntries,
  type Package,
  packageEntries,
  peopleEntries,
  ticketEntries,
} from './search-entries.ts'
import type { SearchQuestion } from './search-question.ts'

/** The findings that are counted and listed: those open on primary branches. */
export const openFindings = { status: ['open' as const], primary_ref: true }

/** The search results of the service, each part undefined until it is loaded. */
export interface SearchAnswers {
  finding: FindingDetail | undefined
  projects: { projects: readonly { id: number; name: string }[] } | undefined
  /** Rules with open findings, by their path. */
  rules: Facets | undefined
  /** Rules by their path, title or weakness. */
  named: { rules: readonly RuleName[]; cursor: string } | undefined
  /** Advisories, people and tickets. */
  search: SearchAnswer | undefined
  packages: { groups: readonly Package[] } | undefined
  owners: { owners: readonly string[] } | undefined
  /** The findings of the advisory that is searched, on all branches. */
  advisory: { total: number } | undefined
}

interface RuleName {
  path: string
  title?: string | null | undefined
}

export interface SearchOptions {
  /** Opens the export of a project. */
  onExport: (project: { id: number; name: string }) => void
}

/** Returns the groups of the palette for the results; empty groups are omitted. */
export function searchGroups(
  deployment: string,
  question: SearchQuestion,
  answers: SearchAnswers,
  { onExport }: SearchOptions,
): EntryGroup[] {
  const { finding, projects, search, packages, owners } = answers
  const { text } = question
  const id = findingIdIn(text)
  const { groups: titles } = labels
  const groups: EntryGroup[] = []
  if (finding && finding.id === id) {
    groups.push({ label: titles.finding, items: [findingEntry(finding, deployment)] })
  }
  // The scan's page shows whether the scan exists.
  if (id !== undefined) groups.push({ label: titles.scan, items: [scanEntry(id, deployment)] })
  if (text !== '') {
    const { advisories = [], people = [], tickets = [] } = search ?? {}
    const others = ownerEntries(deployment, text, owners?.owners ?? [], people)
    groups.push(
      { label: titles.advisories, items: allAdvisories(deployment, question, advisories, answers) },
      { label: titles.projects, items: projectEntries(deployment, question, projects, onExport) },
      {
        label: titles.packages,
        items: packageEntries(deployment, packages?.groups ?? [], question.hasVersions ? text : undefined),
      },
      { label: titles.rules, items: ruleEntries(deployment, question, answers) },
      { label: titles.people, items: [...peopleEntries(deployment, people), ...others.people] },
      { label: titles.teams, items: others.teams },
      { label: titles.tickets, items: ticketEntries(deployment, tickets) },
    )
  }
  return groups.filter(({ items }) => items.length > 0)
}

/** The number of findings of a searched advisory that no primary branch has; undefined until it is known. */
export function onOtherBranches(
  { advisory }: SearchQuestion,
  { search, advisory: all }: Pick<SearchAnswers, 'search' | 'advisory'>,
): number | undefined {
  if (advisory === undefined || !search || !all) return undefined
  return search.advisories.some(({ name }) => name === advisory) ? undefined : all.total
}

function allAdvisories(
  deployment: string,
  question: SearchQuestion,
  advisories: SearchAnswer['advisories'],
  answers: SearchAnswers,
): Entry[] {
  const count = onOtherBranches(question, answers) ?? 0
  return [
    ...(count > 0 ? [otherBranchesEntry(deployment, question.advisory ?? '', count)] : []),
    ...advisoryEntries(deployment, question.text, advisories),
  ]
}

function findingEntry(finding: FindingDetail, deployment: string): Entry {
  const type = finding.issue_type === 'sca' || finding.issue_type === 'secrets' ? finding.issue_type : 'sast'
  return {
    id: `finding ${finding.id}`,
    label: labels.finding(finding.id),
    detail: finding.rule_title || findingTitle(finding),
    icon: 'finding',
    to: paths.finding(deployment, type, finding.id),
  }
}

function scanEntry(id: number, deployment: string): Entry {
  const label = labels.scan(id)
  return { id: label, label, icon: 'scan', to: settingsPaths.scan(deployment, id) }
}

/** The matching projects, and the export of the one that the text means. */
function projectEntries(
  deployment: string,
  { project, exportsSbom }: SearchQuestion,
  answer: SearchAnswers['projects'],
  onExport: SearchOptions['onExport'],
): Entry[] {
  const projects = answer?.projects ?? []
  const entries = projects.map(
    ({ name }): Entry => ({
      id: `project ${name}`,
      label: name,
      icon: 'folder',
      to: settingsPaths.project(deployment, name),
    }),
  )
  const meant = projects.length === 1 ? projects : projects.filter(({ name }) => isName(name, project))
  const exports = (exportsSbom ? projects : meant).map(
    (one): Entry => ({
      id: `sbom ${one.id}`,
      label: labels.sbomOf(one.name),
      icon: 'download',
      run: () => onExport(one),
    }),
  )
  return exportsSbom
    ? [...ranked(project, exports), ...ranked(project, entries)]
    : [...ranked(project, entries), ...exports]
}

/** Whether a text is the name of a project, or the part of it after the last slash. */
function isName(name: string, text: string): boolean {
  const [lower, wanted] = [name.toLowerCase(), text.toLowerCase()]
  return lower === wanted || lower.endsWith(`/${wanted}`)
}

interface Facets {
  facets: Record<string, readonly { value: string | boolean | null; count: number }[]>
}

/** Rules with open findings, which they open, then other rules, which open their page. */
function ruleEntries(
  deployment: string,
  { text, weakness }: SearchQuestion,
  { rules, named }: SearchAnswers,
): Entry[] {
  const findingsOf = (rulePaths: readonly string[]) =>
    paths.findings(deployment, 'sast', writeQuery(findingFilter, { ...openFindings, rules: rulePaths }))
  const counted = (rules?.facets['rules'] ?? []).slice(0, mostOfEach).flatMap(({ value, count }) =>
    typeof value === 'string'
      ? [
          {
            id: `rule ${value}`,
            label: value,
            detail: labels.openFindings(count),
            icon: 'filter' as const,
            to: findingsOf([value]),
          },
        ]
      : [],
  )
  const all = named?.rules ?? []
  const others = all
    .filter(({ path }) => !counted.some(({ label }) => label === path))
    .slice(0, mostOfEach - counted.length)
    .map(
      ({ path, title }): Entry => ({
        id: `rule page ${path}`,
        label: path,
        detail: title ?? undefined,
        icon: 'filter',
        to: settingsPaths.rule(deployment, path),
      }),
    )
  const ofWeakness: Entry[] =
    weakness && all.length > 0
      ? [
          {
            id: `weakness ${weakness.label}`,
            label: labels.rulesWith(all.length, weakness.label, named?.cursor === ''),
            icon: 'filter',
            to: findingsOf(all.map(({ path }) => path)),
          },
        ]
      : []
  return [...ofWeakness, ...ranked(text, counted), ...others]
}
