import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { insertRows, type Row, type Value } from '#server/db/engine.ts'
import { keptOf, type RuleTextColumn, ruleTextColumns } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { updateRule } from '../writes.ts'

// Writes `rule_text`, and reports what findings show and are searched by.

/** The rows of `rule_text` of a project's source: those of one ref, those that are kept for one, or those of the project with 0. */
export interface TextRows {
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
  if (refId >= 0) transaction.changed.table('rule')
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
    .where('ref_id', 'in', [refId, keptOf(refId)])
    .execute()
  transaction.changed.table('rule')
}

/**
 * Makes a text that most projects say that of the deployment: projects that said the former one have it as their own now,
 * and those that say the new one have the deployment's. What is kept for branches differs from what projects show, which
 * does not change.
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
    await sql`update rule_text set ${name} = ${from} where ${ofRule} and ref_id >= 0 and ${name} is null`.execute(
      transaction,
    )
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
  await sql`update rule_text set ${name} = null where ${ofRule} and ref_id >= 0 and ${name} = ${to}`.execute(
    transaction,
  )
  const isEmpty = sql.join(
    ruleTextColumns.map((each) => sql`${sql.ref(each)} is null`),
    sql` and `,
  )
  await sql`delete from rule_text where ${ofRule} and ${isEmpty}`.execute(transaction)
  await updateRule(transaction, ruleId, { [column]: to })
  transaction.changed.table('rule')
}

/** Deletes what is said about rules on single refs, and kept for branches. */
export async function deleteTextsOfRefs(
  transaction: ChangeTransaction,
  { projectId, sourceId }: Omit<TextRows, 'refId'>,
  ruleIds: Iterable<number>,
): Promise<void> {
  await transaction
    .deleteFrom('rule_text')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('rule_id', 'in', valuesOf(ruleIds))
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .where('ref_id', '<>', 0)
    .execute()
  transaction.changed.table('rule')
}

/** Inserts what is kept for branches of a project, which no finding shows. */
export const insertKeptTexts = (
  transaction: ChangeTransaction,
  { projectId, sourceId }: Omit<TextRows, 'refId'>,
  rows: readonly (Row & { rule_id: number; ref_id: number })[],
): Promise<void> =>
  insertRows(
    transaction,
    'rule_text',
    rows.map((row) => ({
      ...row,
      ...{ deployment_id: transaction.deploymentId, project_id: projectId, source_id: sourceId },
    })),
  )
