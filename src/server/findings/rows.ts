import type { Selectable } from 'kysely'
import type { FindingTable } from '#server/db/tables.ts'

/** The columns that an answered finding is made from. */
export const answerColumns = [
  'id',
  'project_id',
  'ref_id',
  'rule_id',
  'policy_id',
  'category_set_id',
  'match_based_id',
  'syntactic_id',
  'severity',
  'confidence',
  'state',
  'triage_state',
  'triage_reason',
  'triage_comment',
  'triaged_at',
  'status',
  'created_at',
  'relevant_since',
  'state_updated_at',
  'first_seen_scan_id',
  'reappeared',
  'path',
  'line',
  'column',
  'end_line',
  'end_column',
  'reachability',
  'transitivity',
  'is_malicious',
  'advisory',
  'package',
  'package_version',
  'ecosystem',
  'epss_score',
  'epss_percentile',
  'document_json',
] as const satisfies (keyof FindingTable)[]

export type FindingRow = Pick<Selectable<FindingTable>, (typeof answerColumns)[number]>
