/** How the rows of a table are copied from an earlier database. */
interface CopiedTable {
  /** The expression of a row's deployment; `row` is the earlier row. By default its own `deployment_id`. */
  deployment?: string
  /** The owner of a row, as a join that excludes rows whose owner was deleted. */
  owner: string
  /** The column by which rows are copied in batches; without it, all at once. */
  by?: 'id' | 'finding_id'
}

const ofProject = 'join earlier.project as owner on owner.id = row.project_id'
const ofRef = 'join earlier.ref as owner on owner.id = row.ref_id'
const ofFinding = 'join earlier.finding as owner on owner.id = row.finding_id'
const ofDeployment = 'join earlier.deployment as owner on owner.id = row.deployment_id'
const owned = 'owner.deployment_id'

/** The tables of a deployment's data, each after its owner. */
export const copiedTables: Readonly<Record<string, CopiedTable>> = {
  deployment: { owner: '', by: 'id' },
  token: { owner: '', by: 'id' },
  session: { owner: '', by: 'id' },
  audit_event: { owner: '', by: 'id' },
  deployment_setting: { owner: ofDeployment },
  change_log: { owner: ofDeployment },
  project: { owner: ofDeployment, by: 'id' },
  ref: { owner: ofProject, by: 'id' },
  scan_source: { owner: ofDeployment, by: 'id' },
  scan: { owner: ofProject, by: 'id' },
  message: { owner: ofProject, deployment: owned, by: 'id' },
  flaw_exclusion: { owner: ofProject, deployment: owned },
  fingerprint_alias: { owner: ofProject, deployment: owned },
  retired_source: { owner: ofProject },
  stored_report: { owner: ofDeployment, by: 'id' },
  category_set: { owner: ofDeployment, by: 'id' },
  rule: { owner: ofDeployment, by: 'id' },
  policy: { owner: ofDeployment, by: 'id' },
  policy_rule: {
    owner: `join earlier.policy as owner on owner.id = row.policy_id
      join earlier.rule as held on held.id = row.rule_id`,
  },
  policy_change: { owner: 'join earlier.policy as owner on owner.id = row.policy_id', by: 'id' },
  policy_change_item: {
    owner: 'join earlier.policy_change as owner on owner.id = row.change_id',
    deployment: owned,
  },
  finding: { owner: ofRef, by: 'id' },
  finding_detail: { owner: ofFinding, deployment: owned, by: 'finding_id' },
  finding_evidence: { owner: ofFinding, deployment: owned, by: 'finding_id' },
  finding_event: { owner: ofFinding, by: 'id' },
  finding_match: { owner: ofFinding, by: 'id' },
  triage_change: { owner: ofDeployment, by: 'id' },
  triage_change_item: {
    owner: 'join earlier.triage_change as owner on owner.id = row.change_id',
    deployment: owned,
  },
  job: { owner: ofDeployment, by: 'id' },
  job_item: { owner: 'join earlier.job as owner on owner.id = row.job_id', deployment: owned },
  lockfile: { owner: ofRef, by: 'id' },
  dependency: { owner: 'join earlier.lockfile as owner on owner.id = row.lockfile_id', by: 'id' },
  sbom_export: { owner: ofDeployment, by: 'id' },
  sbom_content: {
    owner: `join (select distinct deployment_id, content_digest from earlier.sbom_export) as owner
      on owner.content_digest = row.digest`,
    deployment: owned,
  },
  view: { owner: ofDeployment, by: 'id' },
  default_view: { owner: ofDeployment },
  kept_filter: { owner: ofDeployment },
}
