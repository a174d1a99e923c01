import type { DueDates } from '#contract/parameters/due-dates.ts'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { none } from '#contract/parameters/query.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import {
  confidences,
  findingTypes,
  fixPullRequestBits,
  policyModes,
  reachabilities,
  severities,
  statuses,
  toCode,
  transitivities,
  triageReasons,
  triageStates,
  validationStates,
  verdicts,
} from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { modesByFilter } from '../filters/mode-filters.ts'
import type { SortKey } from '../list/sort-order.ts'

// What the column store is compared with: the rows of the tables as objects, and each filter as a plain condition.

/** The findings of a type that are in lists, with what they name. */
export async function readPlainFindings(reader: Reader, deploymentId: number, type: FindingType) {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'finding.deployment_id')
        .onRef('project.id', '=', 'finding.project_id'),
    )
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .leftJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
    )
    .leftJoin('category_set', (join) =>
      join
        .onRef('category_set.deployment_id', '=', 'finding.deployment_id')
        .onRef('category_set.id', '=', 'finding.category_set_id'),
    )
    .leftJoin('message', (join) =>
      join
        .onRef('message.deployment_id', '=', 'finding.deployment_id')
        .onRef('message.id', '=', 'finding.message_id'),
    )
    .leftJoin('policy_rule', (join) =>
      join
        .onRef('policy_rule.policy_id', '=', 'finding.policy_id')
        .onRef('policy_rule.rule_id', '=', 'finding.rule_id'),
    )
    .leftJoin('finding_evidence as evidence', (join) =>
      join
        .onRef('evidence.deployment_id', '=', 'finding.deployment_id')
        .onRef('evidence.finding_id', '=', 'finding.id'),
    )
    .selectAll('finding')
    .select('evidence.aliases_json')
    .select(['project.name as project_name', 'project.tags_json', 'ref.name as ref_name'])
    .select(['rule.path as rule_path', 'rule.title', 'rule.message', 'category_set.categories_json'])
    .select(['message.content as own_message', 'policy_rule.mode'])
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.type', '=', toCode(findingTypes, type))
    .where('finding.removed', '=', 0)
    .execute()
  const setting = await reader
    .selectFrom('deployment_setting')
    .select('value_json')
    .where('deployment_id', '=', deploymentId)
    .where('name', '=', 'dueDates')
    .executeTakeFirst()
  const dueDates = JSON.parse(setting?.value_json ?? 'null') as DueDates | null
  return rows.map((row) => {
    // parse: written by the service.
    const document = JSON.parse(row.document_json) as {
      rule_message?: string
      external_ticket?: { externalSlug?: string; url?: string }
    }
    const ticket = document.external_ticket
    return {
      ...row,
      ownMessage: row.own_message ?? document.rule_message ?? '',
      ticketName: row.has_ticket === 1 ? ticket?.externalSlug || ticket?.url || null : null,
      tags: JSON.parse(row.tags_json) as string[],
      advisories: [
        row.advisory ?? none,
        // parse: as above.
        ...(type === 'sca' ? (JSON.parse(row.aliases_json ?? '[]') as string[]) : []),
      ].map((id) => id.toUpperCase()),
      categories: JSON.parse(row.categories_json ?? '[]') as string[],
      dueDates,
    }
  })
}

export type PlainFinding = Awaited<ReturnType<typeof readPlainFindings>>[number]

const word = (list: readonly string[], code: number | null) => (code === null ? none : (list[code] ?? ''))
const text = (value: string | null) => (value === null || value === '' ? none : value)
const anyOf = (list: readonly string[], values: readonly string[]) =>
  list.length === 0 ? values.includes(none) : list.some((one) => values.includes(one))
const lower = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const millis = (seconds: number) => Math.round(seconds * 1e6) / 1e3

function pathMatches(path: string | null, pattern: string) {
  if (pattern === none) return path === null
  if (path === null) return false
  if (!pattern.includes('*')) return path.startsWith(pattern)
  const parts = (pattern.endsWith('/') ? `${pattern}*` : pattern).split(/((?<![^/])\*\*\/|\*+)/)
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return part.endsWith('/') ? '(?<![^/])(.*/)?' : '.*'
  })
  return new RegExp(`^${source.join('')}$`, 's').test(path)
}

const packageOf = (upgrade: string) =>
  upgrade.lastIndexOf('@') > 0 ? upgrade.slice(0, upgrade.lastIndexOf('@')) : upgrade

/** The day of the clock of a test service. */
const today = Date.UTC(2026, 0, 15)
const oneDay = 24 * 3600_000

/** The start (UTC) of the day on which a finding is due; null without one. */
function plainDueDay(row: PlainFinding): number | null {
  const isOpen = ['open', 'reviewing', 'fixing'].includes(word(statuses, row.status))
  return isOpen ? plainDueDayOf(row) : null
}

function plainDueDayOf(row: PlainFinding): number | null {
  if (!row.dueDates || row.on_primary === 0 || word(policyModes, row.mode) === 'MODE_DISABLED') return null
  const ofTags = row.dueDates.tags.filter(({ tag }) => row.tags.includes(tag))
  const periods = (ofTags.length > 0 ? ofTags : [row.dueDates]).flatMap(
    ({ days }) => days[severities[row.severity] ?? 'low'] ?? [],
  )
  if (periods.length === 0) return null
  const from = new Date(Math.max(row.relevant_since, row.reopened_at ?? 0))
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate() + Math.min(...periods))
}

const isFixed = (row: PlainFinding) => word(statuses, row.status) === 'fixed'
const dayOf = (instant: number) => Math.floor(instant / oneDay) * oneDay

function plainDue(row: PlainFinding): string {
  if (isFixed(row)) {
    const due = word(triageStates, row.triage_state) === 'ignored' ? null : plainDueDayOf(row)
    return due === null ? 'none' : dayOf(row.state_updated_at) <= due ? 'met' : 'missed'
  }
  const day = plainDueDay(row)
  if (day === null) return 'none'
  return day < today ? 'overdue' : day < today + 7 * oneDay ? 'week' : 'later'
}

type Condition<V> = (row: PlainFinding, value: V, filter: FindingFilter) => boolean
type Conditions = { [N in keyof FindingFilter]-?: Condition<NonNullable<FindingFilter[N]>> }

const conditions: Conditions = {
  dedup: () => true,
  severities: (row, values) => (values as string[]).includes(word(severities, row.severity)),
  status: (row, values) => (values as string[]).includes(word(statuses, row.status)),
  since: (row, seconds) => row.relevant_since >= millis(seconds),
  until: (row, seconds) => row.relevant_since < millis(seconds),
  ref: (row, name) => name === '' || [name, `refs/heads/${name}`].includes(row.ref_name),
  primary_ref: (row, value) => row.on_primary === Number(value),
  repos: (row, names) => names.includes(row.project_name),
  repository_ids: (row, ids) => ids.includes(row.project_id),
  rules: (row, paths) => paths.includes(row.rule_path ?? ''),
  path: (row, pattern) => pattern === '' || pathMatches(row.path, pattern),
  q: (row, value) =>
    [
      ...[row.rule_path, row.title, row.message, row.path, row.resource],
      ...[row.advisory, ...row.advisories.slice(1), row.package, row.ownMessage],
    ].some((one) => one !== null && lower(one).includes(lower(value.trim()))),
  categories: (row, values) => anyOf(row.categories, values),
  confidence: (row, values) => (values as string[]).includes(word(confidences, row.confidence)),
  autotriage_verdict: (row, values) => (values as string[]).includes(word(verdicts, row.verdict)),
  component_tags: (row, values) => values.includes(text(row.component_tag)),
  resource: (row, values) => values.includes(text(row.resource)),
  triage_reasons: (row, values, filter) =>
    (values.includes('muted') && statuses[row.status] === 'ignored' && row.triage_reason === null) ||
    ((filter.status !== undefined || statuses[row.status] === 'ignored') &&
      (values as string[]).includes(word(triageReasons, row.triage_reason))),
  policies: (row, values) =>
    values.some((mode) => row.mode !== null && policyModes[row.mode] === modesByFilter[mode]),
  exposures: (row, values) =>
    (values as string[]).includes(word(reachabilities, row.reachability)) ||
    (row.reachability === null && values.includes('unknown')),
  transitivities: (row, values) => (values as string[]).includes(word(transitivities, row.transitivity)),
  is_malicious: (row, value) => (row.is_malicious ?? 0) === Number(value),
  click_to_fix_pr_state: (row, values) => values.some((one) => row.fix_pr_states & fixPullRequestBits[one]),
  project_tags: (row, values) => anyOf(row.tags, values),
  vulnerability_identifiers: (row, values) => values.some((id) => row.advisories.includes(id.toUpperCase())),
  dependencies: (row, values) => values.includes(text(row.package)),
  versions: (row, values) => values.includes(text(row.package_version)),
  epss_min: (row, minimum) =>
    minimum === none ? row.epss_score === null : row.epss_score !== null && row.epss_score >= minimum,
  has_ticket: (row, value) => row.has_ticket === Number(value),
  tickets: (row, values) => values.includes(text(row.ticketName)),
  uncertain: (row, value) => row.uncertain === Number(value),
  ignore_requested: (row, value) => (row.approval_state === 0) === value,
  fix_available: (row, value) => row.fix_available === Number(value),
  policy_ids: (row, values) => values.includes(String(row.policy_id)),
  first_seen_scan_ids: (row, ids) => ids.includes(row.first_seen_scan_id ?? -1),
  fixed_scan_ids: (row, ids) => ids.includes(row.fixed_scan_id ?? -1),
  files: (row, values) => values.includes(row.path ?? none),
  upgrades: (row, values) =>
    row.upgrade === null
      ? values.includes(none)
      : values.includes(row.upgrade) || values.includes(packageOf(row.upgrade)),
  triaged_by: (row, values) => values.includes(row.triaged_by ?? none),
  owner: (row, values) =>
    row.owner === null
      ? values.includes(none) || values.includes('none')
      : values.includes(row.owner) || values.includes(row.owner.replace('person:', 'for:')),
  triaged_since: (row, seconds) => row.triaged_at !== null && row.triaged_at >= millis(seconds),
  triaged_until: (row, seconds) => row.triaged_at !== null && row.triaged_at < millis(seconds),
  secret_types: (row, values) => values.includes(row.secret_type ?? none),
  secret_hashes: (row, values) => values.includes(row.secret_hash ?? none),
  validation_state: (row, values) =>
    (values as string[]).includes(
      row.validation_state === null
        ? none
        : `VALIDATION_STATE_${word(validationStates, row.validation_state)}`,
    ),
  // Flows have a test of their own, which replays the history.
  flow: () => true,
  fixed_on: (row, days) => {
    const [from = '', until = ''] = days.split('..')
    const day = new Date(row.state_updated_at).toISOString().slice(0, 10)
    return isFixed(row) && day >= from && day <= until
  },
  due: (row, values) => (values as string[]).includes(plainDue(row)),
  rule_disabled: (row, value) => (row.mode !== null && policyModes[row.mode] === 'MODE_DISABLED') === value,
  not_rules: (row, paths) => !paths.includes(row.rule_path ?? ''),
  not_repos: (row, names) => !names.includes(row.project_name),
  not_path: (row, pattern) => pattern === '' || !pathMatches(row.path, pattern),
  not_categories: (row, values) => !anyOf(row.categories, values),
}

/** The findings of a filter, in any order; with dedup one for each flaw. */
export function selectPlainly(rows: readonly PlainFinding[], filter: FindingFilter): PlainFinding[] {
  const matching = rows.filter((row) =>
    Object.entries(filter).every(([name, value]) => {
      // parse: the name is that of its value.
      const condition = conditions[name as keyof Conditions] as Condition<unknown>
      return value === undefined || condition(row, value, filter)
    }),
  )
  if (filter.dedup !== true) return matching
  const best = new Map<number, PlainFinding>()
  for (const row of matching) {
    const known = best.get(row.flaw_id)
    if (!known || rank(row, known) > 0) best.set(row.flaw_id, row)
  }
  return [...best.values()]
}

const rank = (one: PlainFinding, other: PlainFinding) =>
  one.on_primary - other.on_primary || one.relevant_since - other.relevant_since || one.id - other.id

type KeyOf = (row: PlainFinding) => number | string | null
const sortKeys: Record<string, KeyOf> = {
  severity: (row) => row.severity,
  repository: (row) => row.project_name,
  rule: (row) => row.rule_path ?? '',
  epss: (row) => row.epss_score,
  triaged_at: (row) => row.triaged_at,
  due_at: plainDueDay,
} satisfies Record<SortKey, KeyOf>

/** In the order of a list: by a key, those without one last, then the newest first. */
export function sortPlainly(rows: readonly PlainFinding[], sort = '-relevant_since'): PlainFinding[] {
  const isDescending = sort.startsWith('-')
  const key = sortKeys[sort.replace('-', '')]
  const byAge = (one: PlainFinding, other: PlainFinding) =>
    other.relevant_since - one.relevant_since || other.id - one.id
  if (!key) return rows.toSorted((one, other) => (isDescending ? 1 : -1) * byAge(one, other))
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)]
    if (a === b) return byAge(one, other)
    if (a === null || b === null) return a === null ? 1 : -1
    const difference =
      typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b)
    return (isDescending ? -1 : 1) * difference || byAge(one, other)
  })
}
