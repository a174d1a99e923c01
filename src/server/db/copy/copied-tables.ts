import type { Tables } from '../tables.ts'

/** A table whose rows are copied to another database. */
export interface CopiedTable {
  readonly name: keyof Tables
  /** The columns of the primary key, by which rows are ordered. */
  readonly key: readonly string[]
  /** Whether single values can have megabytes, so that few rows are read at a time. */
  readonly hasLargeValues: boolean
}

const table = (name: keyof Tables, ...key: string[]): CopiedTable => ({ name, key, hasLargeValues: false })
const ofDeployment = (name: keyof Tables, ...key: string[]) => table(name, 'deployment_id', ...key)
const large = (copied: CopiedTable): CopiedTable => ({ ...copied, hasLargeValues: true })

/** All tables that both engines have, each after those that it refers to. */
export const copiedTables: readonly CopiedTable[] = [
  table('deployment', 'id'),
  table('person', 'id'),
  table('person_name', 'key'),
  table('person_role', 'id'),
  table('token', 'id'),
  table('session', 'id'),
  table('sign_in_code', 'id'),
  table('audit_event', 'id'),
  ofDeployment('id_counter', 'table_name'),
  large(ofDeployment('change_log', 'number', 'part')),
  ofDeployment('deployment_setting', 'name'),
  ofDeployment('project', 'id'),
  ofDeployment('project_alias', 'name'),
  ofDeployment('project_split', 'project_id', 'path_prefix'),
  ofDeployment('project_change', 'id'),
  ofDeployment('project_change_item', 'change_id', 'kind', 'row_id'),
  ofDeployment('ref', 'id'),
  ofDeployment('scan_source', 'id'),
  ofDeployment('scan', 'id'),
  ofDeployment('scan_scope', 'ref_id', 'source_id'),
  ofDeployment('message', 'id'),
  ofDeployment('flaw_exclusion', 'project_id', 'flaw_id', 'evidence'),
  ofDeployment('fingerprint_alias', 'project_id', 'source_id', 'fingerprint'),
  ofDeployment('rule_rename', 'id'),
  ofDeployment('retired_source', 'project_id', 'source_id', 'at'),
  large(ofDeployment('stored_report', 'id')),
  ofDeployment('category_set', 'id'),
  ofDeployment('rule', 'id'),
  ofDeployment('rule_text', 'rule_id', 'project_id', 'source_id', 'ref_id'),
  ofDeployment('policy', 'id'),
  ofDeployment('policy_rule', 'policy_id', 'rule_id'),
  ofDeployment('policy_change', 'id'),
  ofDeployment('policy_change_item', 'change_id', 'place'),
  ofDeployment('finding', 'id'),
  ofDeployment('finding_detail', 'finding_id'),
  ofDeployment('finding_evidence', 'finding_id'),
  ofDeployment('finding_event', 'id'),
  ofDeployment('finding_match', 'id'),
  ofDeployment('finding_comment', 'id'),
  ofDeployment('finding_comment_version', 'comment_id', 'version'),
  ofDeployment('finding_mention', 'id'),
  ofDeployment('triage_change', 'id'),
  ofDeployment('triage_change_item', 'change_id', 'finding_id'),
  ofDeployment('approval', 'id'),
  ofDeployment('job', 'id'),
  ofDeployment('job_item', 'job_id', 'place'),
  ofDeployment('lockfile', 'id'),
  ofDeployment('dependency', 'id'),
  ofDeployment('sbom_export', 'id'),
  large(ofDeployment('sbom_content', 'digest')),
  ofDeployment('gate_verdict', 'id'),
  ofDeployment('team', 'id'),
  ofDeployment('team_member', 'team_id', 'person'),
  ofDeployment('team_group', 'team_id', 'group_name'),
  ofDeployment('team_group_member', 'team_id', 'group_name', 'person_id'),
  ofDeployment('owner_handle', 'handle'),
  ofDeployment('project_codeowners', 'project_id'),
  ofDeployment('owner_rule', 'kind', 'value'),
  ofDeployment('view', 'id'),
  ofDeployment('default_view', 'person', 'page'),
  ofDeployment('kept_filter', 'id'),
  ofDeployment('webhook', 'id'),
  ofDeployment('webhook_delivery', 'id'),
  ofDeployment('notification_position', 'id'),
  ofDeployment('notification_event', 'id'),
]
