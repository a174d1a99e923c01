import type { Generated } from 'kysely'
import type { ApprovalColumns } from './approval-tables.ts'
import type { LeaseColumns } from './lease-tables.ts'

// The tables of bulk triage, policy changes, saved views and settings; `tables.ts` describes the conventions of all
// tables.

export interface TriageChangeTable {
  id: number
  deployment_id: number
  at: number
  actor: string
  to_state: number | null
  reason: number | null
  note: string | null
  count: number
  undone_at: number | null
  /** The job it is a batch of. */
  job_id: number | null
  /** The type of the findings; null in changes from before it was stored. */
  type: number | null
  ignored_until: number | null
  ignore_ends: Generated<number | null>
  /** The owner that it set, '' for nobody; null if it left the owner. */
  owner: Generated<string | null>
  /** The approval that it requested, or carried out. */
  approval_id: Generated<number | null>
  /** The match that it confirmed, whose other changes are undone with it. */
  match_id: Generated<number | null>
}

/** The triage of a finding before a triage change, so that the change can be undone. */
export interface TriageChangeItemTable extends ApprovalColumns {
  deployment_id: number
  change_id: number
  finding_id: number
  triage_state: number
  triage_reason: number | null
  triage_comment: string | null
  triaged_at: number | null
  triaged_by: string | null
  triage_change_id: number | null
  ignored_until: Generated<number | null>
  ignore_ends: Generated<number | null>
  reopened_at: Generated<number | null>
  owner: Generated<string | null>
  owner_source: Generated<number | null>
}

/** A bulk decision, or its undo, processed in batches. */
export interface JobTable extends LeaseColumns {
  id: number
  deployment_id: number
  /** triage, undo */
  kind: string
  /** queued, running, done, failed, cancelled */
  state: string
  actor: string
  at: number
  started_at: number | null
  finished_at: number | null
  /** When its undo was requested. */
  undone_at: number | null
  /** The job whose triage an undo job reverts. */
  undoes: number | null
  /** The newest triage change when the job was created; findings that a later one triaged are skipped. */
  after_change: number
  type: number
  to_state: number | null
  reason: number | null
  note: string | null
  ignored_until: Generated<number | null>
  ignore_ends: Generated<number | null>
  /** As in a triage change. */
  owner: Generated<string | null>
  total: number
  done: number
  /** `[{ reason, count }]` */
  skipped_json: string
  error: string | null
  /** The result of an import, a JSON object; null for other kinds and until it is done. */
  result_json: Generated<string | null>
}

/**
 * The findings that a job has yet to triage, in order. They are selected when the job is created; each is deleted in
 * the transaction that triages it.
 */
export interface JobItemTable {
  deployment_id: number
  job_id: number
  place: number
  finding_id: number
}

export interface ViewTable {
  id: number
  deployment_id: number
  name: string
  shared: number
  /** The person who created it. */
  owner: string
  page: string
  query: string
  columns_json: string | null
  sort: string | null
  grouping: string | null
  page_size: number | null
  created_at: number
}

/** A person's default view of a page; `view_id` is a view's id or the name of a built-in one. */
export interface DefaultViewTable {
  deployment_id: number
  person: string
  page: string
  view_id: string
}

export interface KeptFilterTable {
  /** Derived from the query, so that the same filter has the same id. */
  id: string
  deployment_id: number
  query: string
  created_at: number
  /** Who saved it first. */
  person: string
  /** The length of `query`, in characters. */
  size: number
  /** With a precision of one day. */
  last_used_at: number
}

export interface DeploymentSettingTable {
  deployment_id: number
  name: string
  value_json: string
}

/** A change of modes in a policy, of one rule or of a batch. */
export interface PolicyChangeTable {
  id: number
  deployment_id: number
  policy_id: number
  at: number
  actor: string
  note: string | null
  count: number
  /** The change that it reverted. */
  puts_back: number | null
  /** One of `policyChangeKinds`; with items, `modes` and `rules`. */
  kind: Generated<string>
  /** What the others changed: `from` and `to`. */
  detail_json: Generated<string | null>
}

/** A rule whose mode a change set; `place` counts from 0 by the rules' paths. */
export interface PolicyChangeItemTable {
  deployment_id: number
  change_id: number
  place: number
  rule_id: number
  /** `notContained` where the policy did not have the rule. */
  from_mode: number
  to_mode: number
}

/** An event of a finding after it was first seen; the first sighting is derived from its first scan. */
export interface FindingEventTable {
  id: number
  deployment_id: number
  finding_id: number
  at: number
  /** found, fixed, reappeared, muted, unmuted, removed, triaged, noted, inherited, matched, separated, undone, ticket; moved in older ones */
  kind: string
  actor: string | null
  from_state: string | null
  to_state: string | null
  reason: string | null
  note: string | null
  scan_id: number | null
  change_id: number | null
  ignored_until: Generated<number | null>
  /** What ends the ignoring beside a date, from `ignoreEnds`; in an event that ended it, what did. */
  ignore_ends: Generated<number | null>
}
