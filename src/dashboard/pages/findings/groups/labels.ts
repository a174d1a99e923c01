import type { FindingGroup } from '#contract/responses/findings.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { formatNumber, plural } from '#lib/text/format.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { splitPath } from '#lib/text/split-path.ts'

/** Labels of the groupings and of their groups. */
export const groupingLabels: Record<Grouping, { label: string; one: string; many: string; none: string }> = {
  rules: { label: 'Rule', one: 'rule', many: 'rules', none: 'No rule' },
  repos: { label: 'Project', one: 'project', many: 'projects', none: 'No project' },
  path: { label: 'File', one: 'file', many: 'files', none: 'No file' },
  dependencies: { label: 'Package', one: 'package', many: 'packages', none: 'No package' },
  vulnerability_identifiers: { label: 'Advisory', one: 'advisory', many: 'advisories', none: 'No advisory' },
  upgrade: { label: 'Upgrade', one: 'package', many: 'packages', none: 'No upgrade known' },
  secret: { label: 'Secret', one: 'secret', many: 'secrets', none: 'Unidentified secrets' },
  owner: { label: 'Owner', one: 'owner', many: 'owners', none: 'No owner' },
}

/** Headers of the columns next to group name and severities. */
export const groupColumnLabels = {
  severity: 'Severity',
  validity: 'Validity',
  reachable: 'Reachable',
  findings: 'Findings',
  locations: 'Locations',
  branches: 'Branches',
  projects: 'Projects',
  firstSeen: 'First seen',
}

/** Texts between groups and findings, and under the list. */
export const groupLabels = {
  tool: 'Group',
  notAnalyzed: 'Unknown',
  extent: (by: Grouping, count: number) =>
    `in ${plural(count, groupingLabels[by].one, groupingLabels[by].many)}`,
  groupedBy: (label: string) => `Group: ${label}`,
  ungrouped: 'No grouping',
  loading: (count: number) => `Loading ${plural(count, 'finding')}…`,
  failed: (reason: string) => `Couldn't load these findings: ${reason}`,
  retry: 'Retry',
  showMore: (count: number) => `Show ${formatNumber(count)} more`,
  notShown: (count: number) => `${formatNumber(count)} not shown`,
  empty: 'No findings in this group match the filter anymore',
  inactive: (count: number) => plural(count, 'inactive secret'),
  show: 'Show',
  hide: 'Hide',
  toggle: (title: string) => `Group ${title}`,
  triaged: (count: number) => `${formatNumber(count)} triaged`,
  noLongerMatch: (count: number) =>
    `${plural(count, 'triaged finding')} no longer ${count === 1 ? 'matches' : 'match'}`,
  refresh: 'Refresh',
  unreadable: (count: number) => `${plural(count, 'row')} could not be read`,
  closes: 'closes',
  ofThem: 'of them',
  otherVersions: (count: number) => `and ${plural(count, 'other version')}`,
  seen: (first: string, last: string | undefined) =>
    `First seen ${first}${last ? `. Last seen ${last}` : ''}`,
}

export interface GroupTitle {
  title: string
  /** Shown next to the title in monospace: the path of a rule, the folders of a file, or the id of a secret. */
  detail?: string | undefined
}

/** Shortens a salted hash to an id that people can compare. */
export function secretId(hash: string): string {
  return hash.slice(0, 8)
}

/** Returns the title of a group. */
export function groupTitle(by: Grouping, { value, title }: FindingGroup): GroupTitle {
  if (value === null) return { title: groupingLabels[by].none }
  if (by === 'rules') return { title: ruleTitle(value, title), detail: value }
  if (by === 'path') {
    const { folders, file } = splitPath(value)
    return { title: file || value, detail: folders || undefined }
  }
  if (by === 'owner') return { title: ownerName(value) }
  if (by === 'secret') return { title: title?.trim() || 'Secret', detail: secretId(value) }
  return { title: value }
}

/** Returns the label of the link to a group's findings: "37 findings". */
export function findingsLabel(by: Grouping, count: number): string {
  return by === 'secret' ? plural(count, 'location') : plural(count, 'finding')
}

/** On a card, after its link "37 findings": `in 12 projects, 2 reachable`. */
export function extentLabel(by: Grouping, { count, projects, refs, reachable }: FindingGroup): string {
  // A single location is in one project and on one branch.
  if (by === 'secret' && count === 1) return ''
  const where = by === 'repos' ? '' : `in ${plural(projects, 'project')}`
  const branches = by === 'secret' && refs ? plural(refs, 'branch', 'branches') : ''
  return [where, branches, reachable ? `${formatNumber(reachable)} reachable` : ''].filter(Boolean).join(', ')
}
