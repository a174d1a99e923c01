import {
  confidences,
  fromCode,
  ignoreEnds,
  reachabilities,
  severities,
  states,
  statuses,
  transitivities,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { requestedState } from '../approval-rules.ts'
import { type Fragments, ruleOf } from './fragments.ts'
import type { FindingRow } from './rows.ts'

const dayMs = 86_400_000
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/**
 * Formats an instant for the API, in whole milliseconds.
 * @param dates cache of formatted days, by day number: it formats the thousands of instants of a page in a tenth of the
 * time of `toISOString`. Source: docs/api.md#timestamps.
 */
export function formatInstant(milliseconds: number, dates?: Map<number, string>): string {
  const day = Math.floor(milliseconds / dayMs)
  let date = dates?.get(day)
  if (date === undefined) {
    date = new Date(day * dayMs).toISOString().slice(0, -13)
    dates?.set(day, date)
  }
  const rest = milliseconds - day * dayMs
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const clock = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`
  return `${date}${clock}.${String(1000 + (rest % 1000)).slice(1)}Z`
}

/** Parses the part of a finding that no filter uses. */
export function parseDocument(row: Pick<FindingRow, 'document_json'>): FindingDocument {
  // parse: our own column, written as a FindingDocument.
  return parseStored<FindingDocument>(row.document_json)
}

const quoteInstant = (milliseconds: number | null, { dates }: Fragments) =>
  milliseconds === null ? 'null' : `"${formatInstant(milliseconds, dates)}"`
const quoteCode = (list: readonly string[], stored: number | null) => {
  const value = fromCode(list, stored)
  return value === null ? 'null' : `"${value}"`
}
const jsonOrNull = (value: unknown) => (value === undefined ? 'null' : JSON.stringify(value))

/**
 * Writes one finding as the members of a JSON object, without braces, so that a caller may add members. Text is
 * concatenated directly: a page of 3000 is written several times faster than by serializing objects.
 * Source: docs/api.md#fields.
 */
export function writeFinding(
  row: FindingRow,
  fragments: Fragments,
  supplyChain: boolean,
  usageOf: (document: FindingDocument) => unknown = documentedUsage,
): string {
  const document = parseDocument(row)
  const shared = writeSharedFields(row, document, fragments)
  return supplyChain
    ? `${shared},${writeSupplyChainFields(row, document, usageOf(document))}`
    : `${shared},${writeCodeFields(row, document, fragments)}`
}

function writeSharedFields(row: FindingRow, document: FindingDocument, fragments: Fragments): string {
  const rule = ruleOf(fragments, row)
  const own = row.message_id === null ? document.rule_message : fragments.messages.get(row.message_id)
  const message = (own === undefined ? rule?.message : jsonOrNull(own)) ?? 'null'
  const categories = row.category_set_id === null ? undefined : fragments.categories.get(row.category_set_id)
  return (
    `"id":${row.id},"first_seen_scan_id":${row.first_seen_scan_id},` +
    `"match_based_id":${jsonOrNull(row.match_based_id)},"syntactic_id":${jsonOrNull(row.syntactic_id)},` +
    // A rule without a message of its own is described by that of the finding.
    `${rule ? `${rule.before}${rule.message ?? message}${rule.after}` : '"rule_name":"","rule":{"name":""}'},` +
    `"rule_message":${message},` +
    `"categories":${categories ?? '[]'},"confidence":${quoteCode(confidences, row.confidence)},` +
    `"severity":${quoteCode(severities, row.severity)},"status":${quoteCode(statuses, row.status)},` +
    `"state":${quoteCode(states, row.state)},"state_updated_at":${quoteInstant(row.state_updated_at, fragments)},` +
    `"triage_state":${quoteCode(triageStates, row.triage_state)},` +
    `"triage_reason":${quoteCode(triageReasons, row.triage_reason)},` +
    `"triage_comment":${jsonOrNull(row.triage_comment)},"triaged_at":${quoteInstant(row.triaged_at, fragments)},` +
    `"created_at":${quoteInstant(row.created_at, fragments)},"relevant_since":${quoteInstant(row.relevant_since, fragments)},` +
    `"ref":${fragments.refs.get(row.ref_id) ?? 'null'},` +
    `"repository":${fragments.repositories.get(row.project_id) ?? '{"name":"","url":null}'},` +
    `"location":${writeLocation(row)},"line_of_code_url":${jsonOrNull(document.line_of_code_url)},` +
    `"external_ticket":${jsonOrNull(document.external_ticket)},"review_comments":${jsonOrNull(document.review_comments ?? [])}` +
    writeExtensionFields('logical_location', document.logical_location) +
    (document.source_withheld ? ',"source_withheld":true' : '') +
    writeExtensionFields('triaged_by', row.triaged_by) +
    writeExtensionFields('owner', fragments.owners?.shown(row.owner)) +
    (row.ignored_until === null ? '' : `,"ignored_until":${quoteInstant(row.ignored_until, fragments)}`) +
    (row.ignore_ends === null ? '' : `,"ignore_ends":${quoteCode(ignoreEnds, row.ignore_ends)}`) +
    writeDueAt(row, fragments) +
    (row.approval_state === requestedState ? `,"ignore_request":"${row.approval_id}"` : '')
  )
}

function writeDueAt(row: FindingRow, fragments: Fragments): string {
  const dueAt = fragments.dueAt(row)
  return dueAt === null ? '' : `,"due_at":${quoteInstant(dueAt, fragments)}`
}

/** Writes a field beyond the documented answer, only if it has a value. */
const writeExtensionFields = (name: string, value: unknown) =>
  value === undefined || value === null ? '' : `,"${name}":${JSON.stringify(value)}`

function writeLocation(row: FindingRow): string {
  if (row.path === null) return 'null'
  return `{"filePath":${jsonOrNull(row.path)},"line":${row.line},"column":${row.column},"endLine":${row.end_line},"endColumn":${row.end_column}}`
}

/** The policy that decides the mode of the rule in the project. */
export function writePolicy(row: FindingRow, { modes, policies }: Fragments): string {
  const deciding = modes.policyOf(row.project_id, row.rule_id)
  return (deciding && policies.get(deciding.id)) ?? 'null'
}

function writeCodeFields(row: FindingRow, document: FindingDocument, fragments: Fragments): string {
  return (
    `"sourcing_policy":${writePolicy(row, fragments)},"click_to_fix_prs":${jsonOrNull(document.click_to_fix_prs ?? [])},` +
    `"click_to_fix_failures":${jsonOrNull(document.click_to_fix_failures ?? [])},"assistant":${jsonOrNull(document.assistant)}` +
    writeExtensionFields('resource', row.resource)
  )
}

function writeSupplyChainFields(row: FindingRow, document: FindingDocument, usage: unknown): string {
  const scored = row.epss_score !== null || row.epss_percentile !== null
  return (
    `"vulnerability_identifier":${jsonOrNull(row.advisory)},` +
    `"epss_score":${scored ? `{"score":${row.epss_score},"percentile":${row.epss_percentile}}` : 'null'},` +
    `"fix_recommendations":${jsonOrNull(document.fix_recommendations ?? [])},` +
    `"found_dependency":{"ecosystem":${jsonOrNull(row.ecosystem)},"package":${jsonOrNull(row.package ?? '')},` +
    `"version":${jsonOrNull(row.package_version ?? '')},"transitivity":${quoteCode(transitivities, row.transitivity)},` +
    `"lockfile_line_url":${jsonOrNull(document.lockfile_line_url)}},` +
    `"is_malicious":${row.is_malicious === null ? 'null' : row.is_malicious === 1},` +
    `"reachability":"${fromCode(reachabilities, row.reachability) ?? 'unknown'}",` +
    `"reachable_condition":${jsonOrNull(document.reachable_condition)},"usage":${jsonOrNull(usage)}` +
    writeExtensionFields('cvss', document.cvss) +
    writeExtensionFields('severity_from', document.severity_from) +
    (document.no_later_fix ? ',"no_later_fix":true' : '')
  )
}

/** Leaves out our own link to the usage, which is not part of the documented answer. */
function documentedUsage({ usage }: FindingDocument) {
  if (!usage?.location) return usage
  const { url: _, ...location } = usage.location
  return { ...usage, location }
}
