import {
  confidences,
  reachabilities,
  severities,
  states,
  statuses,
  transitivities,
  triageReasons,
  triageStates,
  word,
} from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import type { Fragments } from './fragments.ts'
import type { FindingRow } from './rows.ts'

const dayLength = 86_400_000
const datesAtMost = 10_000
/** Days that were written before, by their number. */
const dates = new Map<number, string>()
const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/**
 * An instant as the API writes it, whole milliseconds: what `toISOString` gives, in a fifth of its time, since a page has
 * many of the same days. Source: docs/api.md#timestamps.
 */
export function instant(milliseconds: number): string {
  const day = Math.floor(milliseconds / dayLength)
  let date = dates.get(day)
  if (date === undefined) {
    date = new Date(day * dayLength).toISOString().slice(0, -13)
    if (dates.size >= datesAtMost) dates.clear()
    dates.set(day, date)
  }
  const rest = milliseconds - day * dayLength
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const clock = `${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}`
  return `${date}${clock}.${String(1000 + (rest % 1000)).slice(1)}Z`
}

/** Reads the part of a finding that no filter reads. */
export function documentOf(row: Pick<FindingRow, 'document_json'>): FindingDocument {
  // parse: our own column, written as a FindingDocument.
  return JSON.parse(row.document_json) as FindingDocument
}

const quoted = (milliseconds: number | null) =>
  milliseconds === null ? 'null' : `"${instant(milliseconds)}"`
const wordOf = (list: readonly string[], stored: number | null) => {
  const value = word(list, stored)
  return value === null ? 'null' : `"${value}"`
}
const json = (value: unknown) => (value === undefined ? 'null' : JSON.stringify(value))

/**
 * Writes one finding as the members of a JSON object, without its braces, so that a caller may add others.
 * Text is put together by hand: a page of 3000 is written several times faster than by way of objects.
 * Source: docs/api.md#fields.
 */
export function findingMembers(row: FindingRow, fragments: Fragments, supplyChain: boolean): string {
  const document = documentOf(row)
  const shared = sharedMembers(row, document, fragments)
  return supplyChain
    ? `${shared},${supplyChainMembers(row, document)}`
    : `${shared},${codeMembers(row, document, fragments)}`
}

function sharedMembers(row: FindingRow, document: FindingDocument, fragments: Fragments): string {
  const rule = fragments.rules.get(row.rule_id)
  const own = row.message_id === null ? document.rule_message : fragments.messages.get(row.message_id)
  const message = own === undefined ? rule?.message : json(own)
  const categories = row.category_set_id === null ? undefined : fragments.categories.get(row.category_set_id)
  return (
    `"id":${row.id},"first_seen_scan_id":${row.first_seen_scan_id},` +
    `"match_based_id":${json(row.match_based_id)},"syntactic_id":${json(row.syntactic_id)},` +
    `${rule?.members ?? '"rule_name":"","rule":{"name":""}'},"rule_message":${message ?? 'null'},` +
    `"categories":${categories ?? '[]'},"confidence":${wordOf(confidences, row.confidence)},` +
    `"severity":${wordOf(severities, row.severity)},"status":${wordOf(statuses, row.status)},` +
    `"state":${wordOf(states, row.state)},"state_updated_at":${quoted(row.state_updated_at)},` +
    `"triage_state":${wordOf(triageStates, row.triage_state)},` +
    `"triage_reason":${wordOf(triageReasons, row.triage_reason)},` +
    `"triage_comment":${json(row.triage_comment)},"triaged_at":${quoted(row.triaged_at)},` +
    `"created_at":${quoted(row.created_at)},"relevant_since":${quoted(row.relevant_since)},` +
    `"ref":${fragments.refs.get(row.ref_id) ?? 'null'},` +
    `"repository":${fragments.repositories.get(row.project_id) ?? '{"name":"","url":null}'},` +
    `"location":${locationOf(row)},"line_of_code_url":${json(document.line_of_code_url)},` +
    `"external_ticket":${json(document.external_ticket)},"review_comments":${json(document.review_comments ?? [])}` +
    extension('logical_location', document.logical_location) +
    extension('triaged_by', row.triaged_by)
  )
}

/** A field that the documented answer does not have, only where there is something to say. */
const extension = (name: string, value: unknown) =>
  value === undefined || value === null ? '' : `,"${name}":${JSON.stringify(value)}`

function locationOf(row: FindingRow): string {
  if (row.path === null) return 'null'
  return `{"filePath":${json(row.path)},"line":${row.line},"column":${row.column},"endLine":${row.end_line},"endColumn":${row.end_column}}`
}

function codeMembers(row: FindingRow, document: FindingDocument, fragments: Fragments): string {
  const policy = row.policy_id === null ? undefined : fragments.policies.get(row.policy_id)
  return (
    `"sourcing_policy":${policy ?? 'null'},"click_to_fix_prs":${json(document.click_to_fix_prs ?? [])},` +
    `"click_to_fix_failures":${json(document.click_to_fix_failures ?? [])},"assistant":${json(document.assistant)}`
  )
}

function supplyChainMembers(row: FindingRow, document: FindingDocument): string {
  const scored = row.epss_score !== null || row.epss_percentile !== null
  return (
    `"vulnerability_identifier":${json(row.advisory)},` +
    `"epss_score":${scored ? `{"score":${row.epss_score},"percentile":${row.epss_percentile}}` : 'null'},` +
    `"fix_recommendations":${json(document.fix_recommendations ?? [])},` +
    `"found_dependency":{"ecosystem":${json(row.ecosystem)},"package":${json(row.package ?? '')},` +
    `"version":${json(row.package_version ?? '')},"transitivity":${wordOf(transitivities, row.transitivity)},` +
    `"lockfile_line_url":${json(document.lockfile_line_url)}},` +
    `"is_malicious":${row.is_malicious === null ? 'null' : row.is_malicious === 1},` +
    `"reachability":"${word(reachabilities, row.reachability) ?? 'unknown'}",` +
    `"reachable_condition":${json(document.reachable_condition)},"usage":${json(usageOf(document))}` +
    extension('cvss', document.cvss)
  )
}

/** Our own note of where a usage can be opened stays out of the described shape. */
function usageOf({ usage }: FindingDocument) {
  if (!usage?.location) return usage
  const { url: _, ...location } = usage.location
  return { ...usage, location }
}
