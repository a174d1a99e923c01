import { type RawBuilder, sql } from 'kysely'
import { keysOf } from '#lib/keys.ts'
import { approvalStates, findingTypes, statuses, toCode } from '#server/db/codes.ts'
import { contains, jsonField } from '#server/db/sql.ts'
import type { TimeZone } from '#server/db/time-zone.ts'

const scaType = toCode(findingTypes, 'sca')
const fixedStatus = toCode(statuses, 'fixed')

const inDocument = (path: string) => jsonField(sql.ref('document_json'), path)
const mayHave = (text: string) => contains(sql.ref('document_json'), sql.lit(text))

/**
 * The columns of each finding besides its instants, and how they are read: `id` is a database id, `word` the position
 * in a list of `codes.ts` plus one, `flag` a small number stored unchanged; `text` and `number` values are stored once
 * each. 0 means no value, except in a `flag`.
 * Bytes for each finding, measured with a million (profile L): `ref`, `firstScan` and `fixedScan` 4; `path` and
 * `secretHash` 2.9 with their texts, `ticketName` 2.6; `project`, `openedOn` and `closedOn` 2; `rule` 1.6,
 * `packageVersion` 1.4; each of the others 1. In addition `since` and `triagedAt` 8 each, ids, flaws and the sort order
 * 4 each: 86 in all.
 */
export const columnSources = {
  project: { kind: 'id', sql: 'project_id' },
  ref: { kind: 'id', sql: 'ref_id' },
  rule: { kind: 'id', sql: 'rule_id' },
  source: { kind: 'id', sql: 'source_id' },
  categories: { kind: 'id', sql: 'category_set_id' },
  firstScan: { kind: 'id', sql: 'first_seen_scan_id' },
  fixedScan: { kind: 'id', sql: 'fixed_scan_id' },
  severity: { kind: 'word', sql: 'severity' },
  confidence: { kind: 'word', sql: 'confidence' },
  verdict: { kind: 'word', sql: 'verdict' },
  reachability: { kind: 'word', sql: 'reachability' },
  transitivity: { kind: 'word', sql: 'transitivity' },
  malicious: { kind: 'word', sql: 'is_malicious' },
  validation: { kind: 'word', sql: 'validation_state' },
  /** Status and triage reason in one code, since a reason selects ignored findings only: eight reasons per status. */
  decision: { kind: 'flag', sql: 'status * 8 + coalesce(triage_reason + 1, 0)' },
  /** The triage state, which a fix or a suppression comment in the code may override in the status. */
  triage: { kind: 'flag', sql: 'triage_state * 8 + coalesce(triage_reason + 1, 0)' },
  /** The state from scans, which a triage may override in the status. */
  state: { kind: 'flag', sql: 'state' },
  noted: { kind: 'flag', sql: "case when coalesce(triage_comment, '') <> '' then 1 else 0 end" },
  /** The days of the first sighting and, if the finding is closed, of the closing, as `TimeZone` numbers them. */
  openedOn: { kind: 'flag', sql: (zone) => zone.dayIn('created_at') },
  closedOn: {
    kind: 'flag',
    sql: (zone) =>
      sql`case when status = ${sql.lit(fixedStatus)} or triaged_at is null then ${zone.dayIn('state_updated_at')}
        else ${zone.dayIn('triaged_at')} end`,
  },
  /** When it was last no longer ignored or muted, in seconds since 1970. */
  reopened: { kind: 'flag', sql: 'coalesce(reopened_at, 0) / 1000' },
  /** Since when its flaw was open on the primary branch that it was known from, in seconds since 1970. */
  openSince: { kind: 'flag', sql: 'coalesce(open_since, 0) / 1000' },
  /** Until when it is ignored, in seconds since 1970. */
  ignoredUntil: { kind: 'flag', sql: 'coalesce(ignored_until, 0) / 1000' },
  primary: { kind: 'flag', sql: 'on_primary' },
  ticket: { kind: 'flag', sql: 'has_ticket' },
  uncertain: { kind: 'flag', sql: 'uncertain' },
  /** The sum of 1 if somebody asks to ignore it, and 2 if somebody approved ignoring it: see `approvalBits`. */
  approval: {
    kind: 'flag',
    sql: sql`case when approval_state = ${sql.lit(toCode(approvalStates, 'requested'))} then 1 else 0 end
      + case when approval_severity is null then 0 else 2 end`,
  },
  fixAvailable: { kind: 'flag', sql: 'fix_available' },
  fixPullRequests: { kind: 'flag', sql: 'fix_pr_states' },
  /** 1 for rows that are excluded from every list and count. */
  removed: { kind: 'flag', sql: 'removed' },
  triagedBy: { kind: 'text', sql: 'triaged_by' },
  owner: { kind: 'text', sql: 'owner' },
  ticketName: {
    kind: 'text',
    sql: sql`case when has_ticket = 1 then coalesce(
      nullif(${inDocument('external_ticket.externalSlug')}, ''), nullif(${inDocument('external_ticket.url')}, '')) end`,
  },
  path: { kind: 'text', sql: 'path' },
  resource: { kind: 'text', sql: 'resource' },
  componentTag: { kind: 'text', sql: 'component_tag' },
  /** Its own id of the advisory, which may be empty, and all that scans gave it, each on a line: `advisoryIdsOf`. */
  advisoryIds: {
    kind: 'text',
    sql: sql`case when type = ${sql.lit(scaType)} then coalesce(advisory, '') || ${sql.lit('\n')} || coalesce(
      (select replace(rtrim(ltrim(aliases_json, '["'), '"]'), '","', ${sql.lit('\n')}) from finding_evidence as evidence
        where evidence.deployment_id = finding.deployment_id and evidence.finding_id = finding.id), '') end`,
  },
  package: { kind: 'text', sql: 'package' },
  packageVersion: { kind: 'text', sql: "nullif(package_version, '')" },
  // Parsing a document costs more than reading all other columns, so it is done only for rows that may have an upgrade.
  // No filter or grouping of another type reads upgrades.
  upgrade: {
    kind: 'text',
    sql: sql`case when type = ${sql.lit(scaType)} and ${mayHave('"fix_recommendations":[{')} then upgrade end`,
  },
  message: {
    kind: 'text',
    sql: sql`case when message_id is not null then (select content from message where message.deployment_id = finding.deployment_id and message.id = message_id)
      when ${mayHave('"rule_message":"')} then ${inDocument('rule_message')} end`,
  },
  secretType: { kind: 'text', sql: 'secret_type' },
  secretHash: { kind: 'text', sql: 'secret_hash' },
  epss: { kind: 'number', sql: 'epss_score' },
} as const satisfies Record<
  string,
  {
    kind: 'id' | 'word' | 'flag' | 'text' | 'number'
    sql: string | RawBuilder<unknown> | ((zone: TimeZone) => RawBuilder<unknown>)
  }
>

export type ColumnName = keyof typeof columnSources
type Named<Kind> = {
  [N in ColumnName]: (typeof columnSources)[N]['kind'] extends Kind ? N : never
}[ColumnName]
export type TextColumn = Named<'text'>

export const columnNames = keysOf(columnSources)

/** The code of `decision` of findings that are ignored without a reason: the code suppresses them, and nobody ignored them. */
export const mutedDecision = toCode(statuses, 'ignored') * 8

/** The bits of the column `approval`. */
export const approvalBits = { requested: 1, approved: 2 } as const

/** The selected columns, in the order in which `Table.put` reads them from row arrays. */
export const selectColumns = (zone: TimeZone): RawBuilder<unknown> =>
  sql.join([
    sql.raw('id, type, relevant_since, flaw_id, coalesce(triaged_at, 0)'),
    ...columnNames.map((name) => {
      const { sql: source } = columnSources[name]
      if (typeof source === 'string') return sql.raw(source)
      return typeof source === 'function' ? source(zone) : source
    }),
  ])

/** The index of the first column in a row array. */
export const firstColumnIndex = 5
