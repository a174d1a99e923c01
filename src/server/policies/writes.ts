import { type Insertable, sql, type Updateable } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import {
  insertNewRows,
  insertNumbered,
  insertRows,
  type Row,
  updateRow,
  type Value,
} from '#server/db/engine.ts'
import type { PolicyTable } from '#server/db/policy-tables.ts'
import { type RuleTextColumn, ruleTextColumns } from '#server/db/rule-texts.ts'
import { jsonField, valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'

// The only module that writes `rule`, `rule_text`, `policy` and `policy_rule`: each function reports changes that affect
// finding counts.

/** Inserts rules of one tool. @returns their ids, by their ids in the tool. */
export async function insertRules(
  transaction: ChangeTransaction,
  rows: readonly Row[],
): Promise<Map<Value, number>> {
  if (rows.length > 0) transaction.changed.table('rule')
  return insertNumbered(transaction, 'rule', rows, 'tool_rule')
}

/** The columns of a rule that findings are searched by. */
const searchedColumns = ['path', 'title', 'message']

/** Sets columns of a rule; does nothing without columns. */
export async function updateRule(transaction: ChangeTransaction, id: number, columns: Row): Promise<void> {
  await updateRow(transaction, 'rule', id, columns)
  if (searchedColumns.some((column) => column in columns)) transaction.changed.table('rule')
}

/** The rows of `rule_text` of a project's source: those of one ref, or of the project with 0. */
interface TextRows {
  projectId: number
  sourceId: number
  refId: number
}

/** Replaces what the scans of a project say about rules: rules without a row have the deployment's text. */
export async function replaceRuleTexts(
  transaction: ChangeTransaction,
  { projectId, sourceId, refId }: TextRows,
  ruleIds: readonly number[],
  rows: readonly Row[],
): Promise<void> {
  if (ruleIds.length === 0) return
  await transaction
    .deleteFrom('rule_text')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('rule_id', 'in', valuesOf(ruleIds))
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .where('ref_id', '=', refId)
    .execute()
  const place = { project_id: projectId, source_id: sourceId, ref_id: refId }
  await insertRows(
    transaction,
    'rule_text',
    rows.map((row) => ({ ...row, ...place, deployment_id: transaction.deploymentId })),
  )
  transaction.changed.table('rule')
}

/** Makes what a ref says about rules what its project says, where that says nothing: it is the primary branch now. */
export async function promoteTextsOfRef(
  transaction: ChangeTransaction,
  { projectId, refId }: { projectId: number; refId: number },
): Promise<void> {
  const ofProject = sql`deployment_id = ${transaction.deploymentId} and project_id = ${projectId}`
  const saysItself = sql`exists (select 1 from rule_text as own where own.deployment_id = rule_text.deployment_id
    and own.rule_id = rule_text.rule_id and own.project_id = rule_text.project_id
    and own.source_id = rule_text.source_id and own.ref_id = 0)`
  await sql`update rule_text set ref_id = 0
    where ${ofProject} and ref_id = ${refId} and not ${saysItself}`.execute(transaction)
  await sql`delete from rule_text where ${ofProject} and ref_id <> 0 and ${saysItself}`.execute(transaction)
  transaction.changed.table('rule')
}

/** Deletes what scans of a ref say about rules. */
export async function deleteTextsOfRef(
  transaction: ChangeTransaction,
  { projectId, refId }: { projectId: number; refId: number },
): Promise<void> {
  await transaction
    .deleteFrom('rule_text')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', projectId)
    .where('ref_id', '=', refId)
    .execute()
  transaction.changed.table('rule')
}

/**
 * Makes a text that most projects say that of the deployment: projects that said the former one have it as their own now,
 * and those that say the new one have the deployment's.
 */
export async function moveRuleText(
  transaction: ChangeTransaction,
  ruleId: number,
  { column, from, to }: { column: RuleTextColumn; from: Value; to: Value },
): Promise<void> {
  const { deploymentId } = transaction
  const ofRule = sql`deployment_id = ${deploymentId} and rule_id = ${ruleId}`
  const name = sql.ref(column)
  if (from !== null) {
    await sql`update rule_text set ${name} = ${from} where ${ofRule} and ${name} is null`.execute(transaction)
    // A project with findings on the primary branch has one text, another one has that of each ref.
    await sql`insert into rule_text (deployment_id, rule_id, project_id, source_id, ref_id, ${name})
      select distinct ${deploymentId}, ${ruleId}, said.project_id, said.source_id,
        case when said.is_projects = 1 then 0 else said.ref_id end, ${sql.val(from)}
      from (select project_id, source_id, ref_id,
          max(on_primary) over (partition by project_id, source_id) as is_projects
        from finding where ${ofRule} and removed = 0) as said
      where not exists (select 1 from rule_text as own where own.deployment_id = ${deploymentId}
        and own.rule_id = ${ruleId} and own.project_id = said.project_id and own.source_id = said.source_id
        and own.ref_id in (0, said.ref_id))`.execute(transaction)
  }
  await sql`update rule_text set ${name} = null where ${ofRule} and ${name} = ${to}`.execute(transaction)
  const isEmpty = sql.join(
    ruleTextColumns.map((each) => sql`${sql.ref(each)} is null`),
    sql` and `,
  )
  await sql`delete from rule_text where ${ofRule} and ${isEmpty}`.execute(transaction)
  await updateRule(transaction, ruleId, { [column]: to })
  transaction.changed.table('rule')
}

/** Deletes what scans of single refs say about rules, once the primary branch says it. */
export async function deleteTextsOfRefs(
  transaction: ChangeTransaction,
  { projectId, sourceId }: Omit<TextRows, 'refId'>,
  ruleIds: readonly number[],
): Promise<void> {
  const deleted = await transaction
    .deleteFrom('rule_text')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('rule_id', 'in', valuesOf(ruleIds))
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .where('ref_id', '<>', 0)
    .returning('rule_id')
    .execute()
  if (deleted.length > 0) transaction.changed.table('rule')
}

/**
 * Sets the description of rules to the message of an existing finding: of rules without a description, and of rules
 * whose description is the message of a deleted finding.
 */
export async function describeRulesAnew(
  transaction: ChangeTransaction,
  rules: readonly { id: number; quotes: number }[],
): Promise<void> {
  const { deploymentId } = transaction
  const ids = (some: typeof rules) => valuesOf(some.map(({ id }) => id))
  // Any of the findings is suitable; without findings the message is null.
  const { rows } = await sql<{ id: number }>`update rule set message = (
      select coalesce(message.content, ${jsonField(sql.ref('finding.document_json'), 'rule_message')})
      from finding left join message
        on message.deployment_id = finding.deployment_id and message.id = finding.message_id
      where finding.deployment_id = ${deploymentId}
        and finding.rule_id = rule.id and finding.removed = 0 limit 1)
    where deployment_id = ${deploymentId} and id in ${ids(rules)} and (
      id in ${ids(rules.filter(({ quotes }) => quotes === 1))}
      or not exists (select 1 from finding where finding.deployment_id = ${deploymentId}
        and finding.rule_id = rule.id and finding.removed = 0))
    returning id`.execute(transaction)
  if (rows.length > 0) transaction.changed.table('rule')
}

/** Adds rules to policies. */
export async function insertPolicyRules(transaction: ChangeTransaction, rows: readonly Row[]): Promise<void> {
  await insertRows(transaction, 'policy_rule', rows)
  if (rows.length > 0) transaction.changed.table('policy_rule')
}

/** Adds a rule to the policies of another one, with its modes. */
export async function copyModes(
  transaction: ChangeTransaction,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const columns = ['policy_id', 'mode', 'last_change_at', 'last_change_by'] as const
  const { deploymentId } = transaction
  const rows = await transaction
    .selectFrom('policy_rule')
    .select(columns)
    .where('deployment_id', '=', deploymentId)
    .where('rule_id', '=', from)
    .execute()
  await insertPolicyRules(
    transaction,
    rows.map((row) => ({ ...row, rule_id: to, deployment_id: deploymentId, version: 1 })),
  )
}

/** Stores rules that scans show to be renamed in a project; by their former paths, filters select them too. */
export async function insertRuleRenames(transaction: ChangeTransaction, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await insertNewRows(transaction, 'rule_rename', rows)
  transaction.changed.table('rule')
}

/** Marks a rename of a rule as undone. */
export async function endRuleRename(transaction: ChangeTransaction, id: number, at: number): Promise<void> {
  await transaction
    .updateTable('rule_rename')
    .set({ undone_at: at })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
  transaction.changed.table('rule')
}

/** Sets the mode of rules in a policy. */
export async function setModes(
  transaction: ChangeTransaction,
  policyId: number,
  ruleIds: readonly number[],
  { mode, at, actor }: { mode: number; at: number; actor: string },
): Promise<void> {
  await transaction
    .updateTable('policy_rule')
    .set((eb) => ({
      mode,
      last_change_at: at,
      last_change_by: actor,
      version: eb('version', '+', 1),
    }))
    .where('deployment_id', '=', transaction.deploymentId)
    .where('policy_id', '=', policyId)
    .where('rule_id', 'in', valuesOf(ruleIds))
    .execute()
  transaction.changed.table('policy_rule')
}

/** Replaces the name of whoever changed modes last. */
export async function renameLastChanges(
  transaction: ChangeTransaction,
  { name, replacement }: { name: string; replacement: string },
): Promise<void> {
  const rows = await transaction
    .updateTable('policy_rule')
    .set({ last_change_by: replacement })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('last_change_by', '=', name)
    .returning('rule_id')
    .execute()
  if (rows.length > 0) transaction.changed.table('policy_rule')
}

/** Inserts a policy, with an id that was taken for it. */
export async function insertPolicy(
  transaction: ChangeTransaction,
  row: Insertable<PolicyTable>,
): Promise<void> {
  await transaction.insertInto('policy').values(row).execute()
  transaction.changed.table('policy_rule')
}

/** Sets columns of a policy. */
export async function updatePolicy(
  transaction: ChangeTransaction,
  id: number,
  columns: Updateable<Pick<PolicyTable, 'name' | 'scope' | 'projects_json' | 'tags_json' | 'deleted_at'>>,
): Promise<void> {
  await transaction
    .updateTable('policy')
    .set(columns)
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
  transaction.changed.table('policy_rule')
}

/** Removes rules from a policy. */
export async function deletePolicyRules(
  transaction: ChangeTransaction,
  policyId: number,
  ruleIds: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('policy_rule')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('policy_id', '=', policyId)
    .where('rule_id', 'in', valuesOf(ruleIds))
    .execute()
  transaction.changed.table('policy_rule')
}

/** Makes the policies that name a project name another one, too. */
export async function nameInPolicies(
  transaction: ChangeTransaction,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const policies = await transaction
    .selectFrom('policy')
    .select(['id', 'projects_json'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('projects_json', '<>', '[]')
    .execute()
  for (const { id, projects_json: json } of policies) {
    // parse: written by us, a list of ids.
    const projects = parseStored<number[]>(json)
    if (projects.includes(from))
      await updatePolicy(transaction, id, { projects_json: JSON.stringify([...projects, to]) })
  }
}
