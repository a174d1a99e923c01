import { flowKinds } from '#contract/overview-vocabulary.ts'
import { type DayRange, parseDays } from '#contract/parameters/day-range.ts'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { type FlowFilterKind, parseFlow } from '#contract/parameters/flow-filter.ts'
import { none } from '#contract/parameters/query.ts'
import { severityLabel } from '#features/severity.tsx'
import { statusLabel } from '#features/status.tsx'
import { ownerName } from '#lib/text/owner-name.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { uniqueLeads } from '#lib/text/unique-leads.ts'
import { exactDay, exactTime } from '#lib/time/instant.ts'
import { humanize } from '../columns/humanize.ts'
import { cellLabels, validityLabels } from '../labels.ts'
import { isFilter, labels } from './filter-labels.ts'

/** Whether a parameter excludes its values. */
export function isExclusion(name: keyof FindingFilter): boolean {
  return name.startsWith('not_')
}

const policyLabels: Record<string, string> = {
  'rule-board-audit': 'Monitor',
  'rule-board-pr-comments': 'Comment',
  'rule-board-block': 'Block',
}

const dueLabels: Record<string, string> = {
  overdue: 'Overdue',
  week: 'This week',
  later: 'Later',
  none: 'No due date',
  met: 'Fixed in time',
  missed: 'Fixed late',
}

const statePrefix = 'VALIDATION_STATE_'
const isValidity = (name: string): name is keyof typeof validityLabels => Object.hasOwn(validityLabels, name)

const noneLabels: Partial<Record<keyof FindingFilter, string>> = {
  exposures: cellLabels.notAnalyzed,
  epss_min: cellLabels.noEpss,
  upgrades: 'No known upgrade',
  validation_state: validityLabels.none,
  confidence: 'No confidence',
  autotriage_verdict: 'No verdict',
}

/** The values of these are user-defined names, shown unchanged. */
const names = new Set<keyof FindingFilter>([
  'repos',
  'not_repos',
  'rules',
  'not_rules',
  'path',
  'not_path',
  'q',
  'project_tags',
  'component_tags',
  'resource',
  'vulnerability_identifiers',
  'dependencies',
  'versions',
  'files',
  'tickets',
  'upgrades',
  'triaged_by',
  'secret_types',
  'secret_hashes',
  'policy_ids',
])

/** Instants, in epoch seconds. */
const instants = new Set<keyof FindingFilter>(['since', 'until', 'triaged_since', 'triaged_until'])

/** Ignore reasons whose labels are not their names. */
const ignoreReasonLabels: Readonly<Record<string, string>> = {
  no_triage_reason: 'No reason',
  muted: 'Suppressed in code',
}

/** Returns the label of a filter value. */
export function valueLabel(name: keyof FindingFilter, value: string | number | boolean): string {
  if (value === none) return noneLabels[name] ?? 'None'
  if (typeof value === 'boolean')
    return name === 'rule_disabled' ? (value ? 'Only' : 'Excluded') : value ? 'Yes' : 'No'
  if (instants.has(name)) return exactTime(new Date(Number(value) * 1000))
  const text = String(value)
  // Services send either an explicit "no analysis" or nothing.
  if (name === 'exposures' && text === 'unknown') return noneLabels.exposures ?? text
  if (name === 'severities') return severityLabel(text)
  if (name === 'status') return statusLabel(text)
  if (name === 'flow') return flowLabel(text)
  if (name === 'fixed_on') return daysLabel(text)
  if (name === 'due') return dueLabels[text] ?? text
  if (name === 'policies') return policyLabels[text] ?? text
  if (name === 'triage_reasons') return ignoreReasonLabels[text] ?? humanize(text)
  if (name === 'ref') return refLabel(text)
  if (name === 'validation_state') {
    const stateName = text.replace(statePrefix, '')
    return isValidity(stateName) ? validityLabels[stateName] : humanize(stateName.toLowerCase())
  }
  // The first characters of the salted hash are enough to distinguish it.
  if (name === 'secret_hashes') return text.length > 12 ? `${text.slice(0, 8)}…` : text
  if (name === 'owner') return text === 'me' || text === 'none' ? humanize(text) : ownerName(text)
  if (name === 'upgrades') return text.replace(/(?<=.)@(?=[^@]*$)/, ' → ')
  return names.has(name) ? text : humanize(text)
}

const kindLabels: Partial<Record<FlowFilterKind, string>> = {
  open: 'In the backlog at the end',
  added: 'Came into the backlog',
  gone: 'Left the backlog',
  raised: 'Severity raised',
  lowered: 'Severity lowered',
  became_primary: 'Branch became primary',
  left_primary: 'Branch no longer primary',
}
const kindLabel = (kind: FlowFilterKind): string => kindLabels[kind] ?? humanize(kind)

/** Returns kinds and days: `Fixed: 1 Nov 2026 – 7 Nov 2026`. */
function flowLabel(text: string): string {
  const flow = parseFlow(text)
  if (!flow) return text
  const kinds = flow.kinds.length === flowKinds.length ? ['Any change'] : flow.kinds.map(kindLabel)
  const severities = flow.severities.map(severityLabel)
  return [`${kinds.join(', ')}: ${rangeLabel(flow)}`, ...severities].join(', ')
}

function daysLabel(text: string): string {
  const days = parseDays(text)
  return days ? rangeLabel(days) : text
}

function rangeLabel({ from, until }: DayRange): string {
  const day = (days: number) => exactDay(new Date(days * 86_400_000), 'UTC')
  return from === until ? day(from) : `${day(from)} – ${day(until)}`
}

const maxValues = 3

/** The chip of a filter: label and values. */
export interface FilterDescription {
  name: keyof FindingFilter
  label: string
  value: string | undefined
  negated: boolean
}

/** Describes every active filter, in the order of the rail. */
export function describeFilter(filter: FindingFilter): FilterDescription[] {
  return Object.keys(labels).flatMap((name): FilterDescription[] => {
    if (!isFilter(name)) return []
    const value = filter[name]
    if (value === undefined) return []
    return [{ name, label: labels[name], value: chipValue(name, value), negated: isExclusion(name) }]
  })
}

function chipValue(
  name: keyof FindingFilter,
  value: NonNullable<FindingFilter[keyof FindingFilter]>,
): string | undefined {
  if (name === 'primary_ref' || name === 'dedup') return undefined
  if (!Array.isArray(value)) return valueLabel(name, value)
  const words = [...new Set(value.map((one) => valueLabel(name, one)))]
  const areRules = name === 'rules' || name === 'not_rules'
  const shown = (areRules ? withoutMiddle(words) : words).slice(0, maxValues)
  const rest = words.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

/** Shortens rules with the same end to what tells them apart and that end, since a chip has room for little more. */
function withoutMiddle(names: readonly string[]): string[] {
  const leads = uniqueLeads(names)
  return names.map((name) => {
    const lead = leads.get(name)
    const end =
      lead === undefined
        ? ''
        : name
            .slice(lead)
            .split(/[./:\\]/)
            .at(-1)
    return end && lead !== undefined && name.length > lead + end.length
      ? `${name.slice(0, lead)}…${end}`
      : name
  })
}
