import type { Tables } from '#server/db/tables.ts'

/** How the rows of a table are archived. */
export interface ArchivedTable {
  /** The columns that order the rows, beside the deployment. */
  key: readonly string[]
  /** Columns that are left out: secrets, and what is derived from others. */
  leftOut?: readonly string[]
  /** How many rows are read at a time. */
  pageSize?: number
}

const byId: ArchivedTable = { key: ['id'] }
/** Rows that may have some megabytes each. */
const large = { pageSize: 1 }

/** The tables with the data of a deployment, each after those that it refers to. */
export const deploymentTables = {
  deployment: { key: ['id'], leftOut: ['secret_salt'] },
  id_counter: { key: ['table_name'] },
  deployment_setting: { key: ['name'] },
  project: byId,
  project_alias: { key: ['name'] },
  project_split: { key: ['project_id', 'path_prefix'] },
  project_change: byId,
  project_change_item: { key: ['change_id', 'kind', 'row_id'] },
  ref: byId,
  scan_source: byId,
  scan: byId,
  scan_scope: { key: ['ref_id', 'source_id'] },
  category_set: byId,
  rule: byId,
  rule_text: { key: ['rule_id', 'project_id', 'source_id', 'ref_id'] },
  policy: byId,
  policy_rule: { key: ['policy_id', 'rule_id'] },
  policy_change: byId,
  policy_change_item: { key: ['change_id', 'place'] },
  message: byId,
  finding: { key: ['id'], leftOut: ['upgrade'] },
  finding_detail: { key: ['finding_id'] },
  finding_evidence: { key: ['finding_id'] },
  finding_event: byId,
  finding_match: byId,
  finding_comment: byId,
  finding_comment_version: { key: ['comment_id', 'version'] },
  finding_mention: byId,
  flaw_exclusion: { key: ['project_id', 'flaw_id', 'evidence'] },
  fingerprint_alias: { key: ['project_id', 'source_id', 'fingerprint', 'same_as'] },
  rule_rename: byId,
  retired_source: { key: ['project_id', 'source_id', 'at'] },
  triage_change: byId,
  triage_change_item: { key: ['change_id', 'finding_id'] },
  approval: byId,
  lockfile: byId,
  dependency: byId,
  sbom_export: { key: ['id'], leftOut: ['download_token'] },
  sbom_content: { key: ['digest'], ...large },
  job: byId,
  job_item: { key: ['job_id', 'place'] },
  gate_verdict: byId,
  team: byId,
  team_member: { key: ['team_id', 'person'] },
  team_group: { key: ['team_id', 'group_name'] },
  team_group_member: { key: ['team_id', 'group_name', 'person_id'] },
  owner_handle: { key: ['handle'] },
  project_codeowners: { key: ['project_id'] },
  owner_rule: { key: ['kind', 'value'] },
  view: byId,
  default_view: { key: ['person', 'page'] },
  kept_filter: byId,
  // The URL of a chat lets anybody write to it.
  webhook: { key: ['id'], leftOut: ['secret', 'previous_secret', 'url'] },
  webhook_delivery: byId,
  notification_position: byId,
  notification_event: byId,
  stored_report: { key: ['id'], ...large },
  change_log: { key: ['number', 'part'], pageSize: 20 },
  token: { key: ['id'], leftOut: ['hash'] },
  person_role: { key: ['id'], leftOut: ['invitation_hash'] },
  audit_event: byId,
} as const satisfies Partial<Record<keyof Tables, ArchivedTable>>

export type ArchivedName = keyof typeof deploymentTables | 'session' | 'person' | 'person_name'

const allTables: Readonly<Record<ArchivedName, ArchivedTable>> = {
  ...deploymentTables,
  session: { key: ['id'], leftOut: ['hash', 'id_token'] },
  person: byId,
  person_name: { key: ['key'] },
}

/** How a table is archived. */
export const archivedTable = (name: ArchivedName): ArchivedTable => allTables[name]
