import { type Insertable, sql } from 'kysely'
import type { ChangedRows } from '../db/changed-rows.ts'
import type { Database, Writer } from '../db/database.ts'
import type { DependencyTable, LockfileTable } from '../db/dependency-tables.ts'
import { insertRows } from '../db/engine.ts'
import type { FindingMatchTable } from '../db/identity-tables.ts'
import { type NumberedTable, takeId } from '../db/ids.ts'
import type { PolicyRuleTable, PolicyTable, RuleTable } from '../db/policy-tables.ts'
import type { Value } from '../db/staging.ts'
import type { FindingTable, ProjectTable, RefTable, ScanTable } from '../db/tables.ts'
import type { JobTable } from '../db/triage-tables.ts'
import { reportChangeIn } from './changing.ts'
import { writeUnchecked } from './unchecked-write.ts'

/** How rows of the tables that are counted are reported. */
const reports: Record<string, (changed: ChangedRows, row: { id: number; lockfile_id?: number }) => void> = {
  finding: (changed, { id }) => changed.findings([id]),
  lockfile: (changed, { id }) => changed.lockfiles([id]),
  dependency: (changed, { lockfile_id = 0 }) => changed.lockfiles([lockfile_id]),
  scan: (changed) => changed.scans(),
  project: (changed) => changed.table('project'),
  ref: (changed) => changed.table('ref'),
  rule: (changed) => changed.table('rule'),
  policy: (changed) => changed.table('policy_rule'),
  policy_rule: (changed) => changed.table('policy_rule'),
}

/** What a test says of a row; the rest is filled in. */
type ReportedText<Table> = Partial<Insertable<Table>>

type SparseRow = Readonly<Record<string, Value | undefined>>

type WithoutId<Table> = Omit<Insertable<Table>, 'id'>

/**
 * Puts rows into a test's database, each with the id that it answers. They all belong to `deploymentId`; what is not
 * said is the plainest value that the table takes. A test need not make what its rows belong to.
 */
export function rowsOf(database: Database, deploymentId: number, at: number) {
  return rowsIn((work) => writeUnchecked(database, deploymentId, work), deploymentId, at)
}

/** As `rowsOf`. @param write runs `work` in a transaction. */
export function rowsIn(
  write: <T>(work: (transaction: Writer) => Promise<T>) => Promise<T>,
  deploymentId: number,
  at: number,
) {
  const insert = (
    table: NumberedTable | 'policy_rule',
    given: SparseRow & { deployment_id: number; id?: number },
    after: (transaction: Writer, deploymentId: number, id: number) => Promise<unknown> = async () =>
      undefined,
  ): Promise<number> =>
    write(async (transaction) => {
      const numbered = table !== 'policy_rule'
      const id = given.id ?? (numbered ? await takeId(transaction, given.deployment_id, table) : 0)
      await insertRows(transaction, table, [numbered ? { ...given, id } : given])
      await after(transaction, given.deployment_id, id)
      const report = reports[table]
      if (report)
        await reportChangeIn(transaction, deploymentId, (changed) => report(changed, { ...given, id }))
      return id
    })

  return {
    project: (text: ReportedText<ProjectTable> = {}) =>
      insert('project', {
        deployment_id: deploymentId,
        name: 'acme/shop',
        url: 'https://code.example/acme/shop',
        tags_json: '[]',
        default_branch: 'refs/heads/main',
        primary_branch: 'refs/heads/main',
        managed_full: 0,
        managed_diff: 0,
        latest_scan_at: null,
        created_at: at,
        ...text,
      } satisfies WithoutId<ProjectTable>),

    ref: (text: ReportedText<RefTable> & { project_id: number }) =>
      insert('ref', {
        deployment_id: deploymentId,
        name: 'refs/heads/main',
        is_primary: 1,
        latest_scan_at: at,
        ...text,
      } satisfies WithoutId<RefTable>),

    scan: (text: ReportedText<ScanTable> & { project_id: number; ref_id: number }) =>
      insert('scan', {
        deployment_id: deploymentId,
        source_id: 1,
        kind: 0,
        status: 1,
        started_at: at,
        completed_at: at,
        enabled_products_json: '["PRODUCT_SCA"]',
        exit_code: 0,
        has_logs: 0,
        findings_code: 0,
        findings_supply_chain: 0,
        findings_secrets: 0,
        total_time: 1,
        commit: null,
        meta_json: '{}',
        file_digest: null,
        report_json: null,
        ...text,
      } satisfies WithoutId<ScanTable>),

    rule: (text: ReportedText<RuleTable> = {}) =>
      insert('rule', { ...plainRule(deploymentId, at), ...text } satisfies WithoutId<RuleTable>),

    policy: (text: ReportedText<PolicyTable> & { name: string }) =>
      insert('policy', {
        deployment_id: deploymentId,
        slug: text.name,
        product_type: 0,
        is_default: 0,
        ...text,
      } satisfies WithoutId<PolicyTable>),

    policyRule: (text: ReportedText<PolicyRuleTable> & { policy_id: number; rule_id: number }) =>
      insert('policy_rule', {
        deployment_id: deploymentId,
        mode: 0,
        last_change_at: null,
        last_change_by: null,
        version: 1,
        ...text,
      } satisfies Insertable<PolicyRuleTable>),

    finding: (text: ReportedText<FindingTable> & { project_id: number; ref_id: number; rule_id: number }) =>
      insert(
        'finding',
        {
          deployment_id: deploymentId,
          type: 0,
          on_primary: 1,
          source_id: 1,
          match_based_id: 'abc_0',
          severity: 2,
          confidence: 2,
          state: 0,
          triage_state: 0,
          status: 0,
          removed: 0,
          created_at: at,
          relevant_since: at,
          state_updated_at: at,
          first_seen_scan_id: 1,
          last_seen_scan_id: 1,
          reappeared: 0,
          fix_available: 0,
          has_ticket: 0,
          fix_pr_states: 0,
          document_json: '{}',
          ...text,
        } satisfies WithoutId<FindingTable>,
        groupFinding,
      ),

    /** An upload that goes on as a job, and has failed. */
    importJob: (text: ReportedText<JobTable> = {}) =>
      insert('job', {
        deployment_id: deploymentId,
        kind: 'import',
        state: 'failed',
        actor: 'Tess Ter',
        at,
        started_at: at,
        finished_at: at,
        undone_at: null,
        undoes: null,
        after_change: 0,
        type: 0,
        to_state: null,
        reason: null,
        note: 'acme/shop',
        total: 1,
        done: 0,
        skipped_json: '[]',
        error: 'The service failed.',
        ...text,
      } satisfies WithoutId<JobTable>),

    match: (text: ReportedText<FindingMatchTable> & { project_id: number; finding_id: number }) =>
      insert('finding_match', {
        deployment_id: deploymentId,
        other_id: null,
        kind: 'match',
        basis: 'renamed',
        state: 'open',
        scan_id: 1,
        at,
        before_json: null,
        ...text,
      } satisfies WithoutId<FindingMatchTable>),

    lockfile: (text: ReportedText<LockfileTable> & { project_id: number; ref_id: number }) =>
      insert('lockfile', {
        deployment_id: deploymentId,
        on_primary: 1,
        path: 'package-lock.json',
        scan_id: 1,
        ...text,
      } satisfies WithoutId<LockfileTable>),

    dependency: (text: ReportedText<DependencyTable> & { project_id: number; lockfile_id: number }) =>
      insert('dependency', {
        deployment_id: deploymentId,
        on_primary: 1,
        ecosystem: 'npm',
        name: 'lodash',
        version: '4.17.21',
        transitivity: 0,
        licenses_json: '["MIT"]',
        defined_path: null,
        defined_line: null,
        defined_url: null,
        ...text,
      } satisfies WithoutId<DependencyTable>),
  }
}

/** A finding that matches earlier ones of its project belongs to the first of them. */
const groupFinding = (transaction: Writer, deploymentId: number, id: number) =>
  sql`update finding set flaw_id = (
      select min(same.id) from finding as same
      where same.deployment_id = finding.deployment_id and same.project_id = finding.project_id
        and same.type = finding.type and same.match_based_id = finding.match_based_id
    ) where deployment_id = ${deploymentId} and id = ${id}`.execute(transaction)

/** The values of a rule of which nothing is said. */
export const plainRule = (deploymentId: number, at: number) =>
  ({
    deployment_id: deploymentId,
    path: 'python.flask.debug-on',
    tool: null,
    tool_rule: null,
    title: null,
    message: null,
    category: 'security',
    severity: 2,
    confidence: 2,
    source: 'SOURCE_COMMUNITY',
    url: null,
    registry_maintainer: null,
    secret_type: null,
    has_validators: 0,
    cwe_json: '[]',
    owasp_json: '[]',
    subcategories_json: '[]',
    vulnerability_classes_json: '[]',
    languages_json: '[]',
    technologies_json: '[]',
    rulesets_json: '[]',
    created_at: at,
  }) satisfies WithoutId<RuleTable>
