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
import { jsonField, valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'

// The only module that writes `rule`, `policy` and `policy_rule`: each function reports changes that affect finding counts.
// `texts/writes.ts` writes `rule_text`.

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
