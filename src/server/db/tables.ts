import type { Generated, GeneratedAlways } from 'kysely'
import type { ApprovalColumns, ApprovalTable } from './approval-tables.ts'
import type { AuditEventTable } from './audit-tables.ts'
import type { ChangeLogTable } from './change-tables.ts'
import type {
  FindingCommentTable,
  FindingCommentVersionTable,
  FindingMentionTable,
} from './comment-tables.ts'
import type {
  DependencyTable,
  ExportFileTable,
  LockfileTable,
  SbomContentTable,
  SbomExportTable,
} from './dependency-tables.ts'
import type { GateVerdictTable } from './gate-tables.ts'
import type {
  FindingEvidenceTable,
  FindingMatchTable,
  FingerprintAliasTable,
  FlawExclusionTable,
  RetiredSourceTable,
  RuleRenameTable,
  ScanScopeTable,
  StoredReportTable,
} from './identity-tables.ts'
import type { NotificationEventTable, NotificationPositionTable } from './notification-tables.ts'
import type {
  OwnerHandleTable,
  OwnerRuleTable,
  ProjectCodeownersTable,
  TeamGroupMemberTable,
  TeamGroupTable,
  TeamMemberTable,
  TeamTable,
} from './owner-tables.ts'
import type { PersonNameTable, PersonRoleTable, PersonTable } from './people-tables.ts'
import type { PolicyRuleTable, PolicyTable, RuleTable, RuleTextTable } from './policy-tables.ts'
import type { ProjectChangeTables } from './project-tables.ts'
import type { SessionTable, SignInCodeTable, TokenTable } from './session-tables.ts'
import type {
  DefaultViewTable,
  DeploymentSettingTable,
  FindingEventTable,
  JobItemTable,
  JobTable,
  KeptFilterTable,
  PolicyChangeItemTable,
  PolicyChangeTable,
  TriageChangeItemTable,
  TriageChangeTable,
  ViewTable,
} from './triage-tables.ts'
import type { WebhookDeliveryTable, WebhookTable } from './webhook-tables.ts'

/**
 * The tables as seen by the query builder. Instants are integers: milliseconds since 1970 in UTC. Flags are 0 or 1.
 * Enumerations are positions in the lists of `codes.ts`. `…_json` columns contain JSON text. `deployment_id` is the
 * first column of every key of a deployment's data, so that the tables can be distributed or partitioned by it: ids are
 * unique only within their deployment.
 */
export interface Tables extends ProjectChangeTables {
  deployment: DeploymentTable
  id_counter: IdCounterTable
  project: ProjectTable
  ref: RefTable
  scan: ScanTable
  scan_source: ScanSourceTable
  rule: RuleTable
  rule_text: RuleTextTable
  policy: PolicyTable
  policy_rule: PolicyRuleTable
  policy_change: PolicyChangeTable
  policy_change_item: PolicyChangeItemTable
  category_set: CategorySetTable
  message: MessageTable
  finding: FindingTable
  finding_detail: FindingDetailTable
  finding_event: FindingEventTable
  finding_evidence: FindingEvidenceTable
  finding_match: FindingMatchTable
  finding_comment: FindingCommentTable
  finding_comment_version: FindingCommentVersionTable
  finding_mention: FindingMentionTable
  flaw_exclusion: FlawExclusionTable
  fingerprint_alias: FingerprintAliasTable
  rule_rename: RuleRenameTable
  stored_report: StoredReportTable
  retired_source: RetiredSourceTable
  scan_scope: ScanScopeTable
  triage_change: TriageChangeTable
  approval: ApprovalTable
  triage_change_item: TriageChangeItemTable
  lockfile: LockfileTable
  dependency: DependencyTable
  person: PersonTable
  person_name: PersonNameTable
  person_role: PersonRoleTable
  token: TokenTable
  session: SessionTable
  sign_in_code: SignInCodeTable
  audit_event: AuditEventTable
  sbom_export: SbomExportTable
  sbom_content: SbomContentTable
  export_file: ExportFileTable
  job: JobTable
  job_item: JobItemTable
  view: ViewTable
  default_view: DefaultViewTable
  kept_filter: KeptFilterTable
  deployment_setting: DeploymentSettingTable
  change_log: ChangeLogTable
  gate_verdict: GateVerdictTable
  team: TeamTable
  team_member: TeamMemberTable
  team_group: TeamGroupTable
  team_group_member: TeamGroupMemberTable
  owner_handle: OwnerHandleTable
  project_codeowners: ProjectCodeownersTable
  owner_rule: OwnerRuleTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  notification_event: NotificationEventTable
  notification_position: NotificationPositionTable
}

export interface DeploymentTable {
  id: Generated<number>
  slug: string
  name: string
  /** 1 for the made-up organization, which is marked as demo data everywhere. */
  demo: number
  /** Incremented with every change of the deployment's data; entity tags are derived from it. */
  change_number: number
  /** Salt of the stored hashes of secrets, hexadecimal. */
  secret_salt: string
  created_at: number
}

/** The newest id that a table of a deployment ever assigned; ids are never reused. */
export interface IdCounterTable {
  deployment_id: number
  table_name: string
  last_id: number
}

export interface ProjectTable {
  id: number
  deployment_id: number
  name: string
  url: string | null
  tags_json: string
  default_branch: string | null
  primary_branch: string | null
  managed_full: number
  managed_diff: number
  latest_scan_at: number | null
  created_at: number
  /** 1 if a `ci` token may accept a scan that would fix nearly all findings. */
  ci_accepts_empty: Generated<number>
  /** What the gate requires, a JSON object; see `gate/settings.ts`. */
  gate_json: Generated<string>
}

export interface RefTable {
  id: number
  deployment_id: number
  project_id: number
  name: string
  is_primary: number
  /** 1 if it was the primary branch once and is not now. */
  was_primary: Generated<number>
  /** When it was deleted, milliseconds since 1970; null from its next scan on. */
  deleted_at: Generated<number | null>
  /** The newest scan of its project when it was deleted last: what scans up to it found is removed. */
  deleted_scan_id: Generated<number | null>
  latest_scan_at: number | null
  /** When the branch of a merge queue is deleted, milliseconds since 1970; null for every other ref. */
  expires_at: Generated<number | null>
}

export interface ScanSourceTable {
  id: number
  deployment_id: number
  /** The family from `toolFamily`. */
  tool: string
  /** SARIF `automationDetails.id` or the import's category; '' for none. */
  category: string
}

export interface ScanTable {
  id: number
  deployment_id: number
  project_id: number
  ref_id: number
  source_id: number
  kind: number
  status: number
  started_at: number
  completed_at: number | null
  /** Products such as "PRODUCT_SAST", a JSON array of strings. */
  enabled_products_json: string
  exit_code: number | null
  has_logs: number
  findings_code: number
  findings_supply_chain: number
  findings_secrets: number
  /** Seconds. */
  total_time: number | null
  commit: string | null
  /** The `meta` of the API's Scan object, without `branch`, `commit`, `repository`, `repo_url`. */
  meta_json: string
  /** SHA-256 of the uploaded file, to recognize a repeated file; null for scans that were not uploaded as a file. */
  file_digest: string | null
  /** The import's report, which is returned again for a repeated file. */
  report_json: string | null
  /** The coverage of the scan, as `ScanCoverage` of the contract. */
  coverage_json: Generated<string | null>
  /** The errors that the tool reported, as `ScanError[]` of the contract. */
  errors_json: Generated<string | null>
  /** Why the scan is held, as `ScanHold` of the contract; null if it is not held. */
  hold_json: Generated<string | null>
}

/** A list of categories that findings share, stored once. */
export interface CategorySetTable {
  id: number
  deployment_id: number
  categories_json: string
}

/** A long message of findings, stored once per project. */
export interface MessageTable {
  deployment_id: number
  id: number
  project_id: number
  /** SHA-256 of the content. */
  digest: string
  content: string
}

export interface FindingTable extends ApprovalColumns {
  id: number
  deployment_id: number
  type: number
  project_id: number
  ref_id: number
  /** 1 while the ref is its project's primary branch; stored here so that an index serves the default list. */
  on_primary: number
  rule_id: number
  /** The sourcing policy; null only if no policy contains the rule. */
  policy_id: number | null
  source_id: number
  category_set_id: number | null
  match_based_id: string
  /** Equal for rows on different refs that are the same flaw: the id of the first of them. */
  flaw_id: Generated<number>
  /** 1 while it may be the same as another finding that people triaged, and nobody has resolved the match. */
  uncertain: Generated<number>
  syntactic_id: string | null
  severity: number
  confidence: number | null
  state: number
  triage_state: number
  triage_reason: number | null
  triage_comment: string | null
  triaged_at: number | null
  triaged_by: string | null
  ignored_until: Generated<number | null>
  /** What ends the ignoring beside a date, from `ignoreEnds`; in an event that ended it, what did. */
  ignore_ends: Generated<number | null>
  /** When it was last no longer ignored or muted; see `docs/decisions/0070-due-dates.md`. */
  reopened_at: Generated<number | null>
  /**
   * Since when its flaw was open on the primary branch when this ref took it over: due dates count from it. Null for
   * `relevant_since`.
   */
  open_since: Generated<number | null>
  /** See `owner-tables.ts`; null for nobody. */
  owner: Generated<string | null>
  /** What set the owner, from `ownerSources`; null if nothing did. */
  owner_source: Generated<number | null>
  /** The triage change that set the current triage; null if there was none or it was undone. */
  triage_change_id: number | null
  /** Derived by `deriveStatus`, stored for the index. */
  status: number
  /**
   * Above 0 for findings that are excluded from every list and count: 1 if the state is `removed`, so that they are kept
   * for their history; 2 on the branch of a merge queue, whatever the state.
   */
  removed: number
  created_at: number
  relevant_since: number
  state_updated_at: number
  first_seen_scan_id: number
  last_seen_scan_id: number
  fixed_scan_id: number | null
  /** How often it was reported again after it had been fixed. */
  reappeared: number
  path: string | null
  /** The resource of infrastructure code that it is about; null if the scan did not report one. */
  resource: string | null
  line: number | null
  column: number | null
  end_line: number | null
  end_column: number | null
  verdict: number | null
  component_tag: string | null
  component_risk: number | null
  reachability: number | null
  transitivity: number | null
  is_malicious: number | null
  advisory: string | null
  package: string | null
  package_version: string | null
  ecosystem: string | null
  epss_score: number | null
  epss_percentile: number | null
  fix_available: number
  /** The first recommended upgrade, `package@version`, read from the document. */
  upgrade: GeneratedAlways<string | null>
  has_ticket: number
  fix_pr_states: number
  secret_type: string | null
  validation_state: number | null
  validated_at: number | null
  secret_hash: string | null
  /** Its message, if that is long; a short one is stored in the document. */
  message_id: number | null
  /** The fields that no filter reads, as `FindingDocument` of `documents.ts`. */
  document_json: string
}

export interface FindingDetailTable {
  deployment_id: number
  finding_id: number
  code_json: string | null
  data_flow_json: string | null
  fix_json: string | null
  references_json: string | null
}
