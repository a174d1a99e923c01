import type { RuleAnswer, RuleRename } from '#contract/responses/policies.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { policyModes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { endRuleRename } from '#server/records/policies/writes.ts'
import { renamedFindings, restoreRule } from '#server/scans/resolve/renamed-rule.ts'
import { writeModes } from './change-modes.ts'
import { policyRules } from './policy-rule.ts'

const findingsPerBatch = 2000

function renames(reader: Reader, deploymentId: number) {
  return reader
    .selectFrom('rule_rename as rename')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'rename.deployment_id')
        .onRef('project.id', '=', 'rename.project_id'),
    )
    .innerJoin('scan_source as source', (join) =>
      join
        .onRef('source.deployment_id', '=', 'rename.deployment_id')
        .onRef('source.id', '=', 'rename.source_id'),
    )
    .innerJoin('rule as former', (join) =>
      join
        .onRef('former.deployment_id', '=', 'rename.deployment_id')
        .onRef('former.id', '=', 'rename.from_rule_id'),
    )
    .innerJoin('rule', (join) =>
      join
        .onRef('rule.deployment_id', '=', 'rename.deployment_id')
        .onRef('rule.id', '=', 'rename.to_rule_id'),
    )
    .selectAll('rename')
    .select(['project.name as project', 'source.tool', 'source.category'])
    .select(['former.path as from_path', 'rule.path as to_path'])
    .where('rename.deployment_id', '=', deploymentId)
}

type Row = Awaited<ReturnType<ReturnType<typeof renames>['executeTakeFirstOrThrow']>>

const toRename = (row: Row): RuleRename => ({
  id: String(row.id),
  at: new Date(row.at).toISOString(),
  project: row.project,
  tool: row.tool,
  category: row.category || null,
  from: row.from_path,
  to: row.to_path,
  undone_at: row.undone_at === null ? null : new Date(row.undone_at).toISOString(),
})

const maxRenames = 200

/** The renames of a rule, by which it got its id or another rule got it, newest first. */
export async function renamesOf(
  reader: Reader,
  deploymentId: number,
  ruleId: number,
): Promise<RuleAnswer['rule']['renames']> {
  const rows = await renames(reader, deploymentId)
    .where((eb) => eb.or([eb('rename.from_rule_id', '=', ruleId), eb('rename.to_rule_id', '=', ruleId)]))
    .orderBy('rename.id', 'desc')
    .limit(maxRenames)
    .execute()
  return rows.map(toRename)
}

/** The ids of a rule and of those whose modes it took over. */
export async function rulesWithHistoryOf(
  reader: Reader,
  deploymentId: number,
  ruleId: number,
): Promise<number[]> {
  const ids = new Set([ruleId])
  for (const id of ids) {
    const rows = await reader
      .selectFrom('rule_rename')
      .select('from_rule_id')
      .where('deployment_id', '=', deploymentId)
      .where('to_rule_id', '=', id)
      .where('took_modes', '=', 1)
      .where('undone_at', 'is', null)
      .execute()
    for (const { from_rule_id: former } of rows) ids.add(former)
  }
  return [...ids]
}

/**
 * Separates two rules that a scan showed to be one: the findings of the project that were given the new rule have the
 * former one again, and later scans of the project take them for two. A new rule that took over modes is monitored,
 * unless somebody set its mode since.
 * @returns the rename, and the number of findings.
 * @throws HttpError 404 for an unknown rename, 409 if it is undone, or the rule was renamed again since.
 * Source: docs/api.md#renamed-rules.
 */
export async function undoRename(
  transaction: ChangeTransaction,
  { renameId, actor, at }: { renameId: string; actor: string; at: number },
): Promise<{ rename: RuleRename; findings: number }> {
  const { deploymentId } = transaction
  const row = await renames(transaction, deploymentId)
    .where('rename.id', '=', ownId(renameId) ?? -1)
    .executeTakeFirst()
  if (!row) throw notFound('rename')
  if (row.undone_at !== null) throw new HttpError(409, 'This rename is already undone.')
  const later = await renames(transaction, deploymentId)
    .where('rename.project_id', '=', row.project_id)
    .where('rename.from_rule_id', '=', row.to_rule_id)
    .where('rename.undone_at', 'is', null)
    .executeTakeFirst()
  if (later) throw new HttpError(409, `The rule was renamed to ${later.to_path} since. Undo that first.`)
  const from = { id: row.from_rule_id, path: row.from_path }
  const to = { id: row.to_rule_id, path: row.to_path }
  const ids = await renamedFindings(transaction, { projectId: row.project_id, from, to })
  for (let first = 0; first < ids.length; first += findingsPerBatch)
    await restoreRule(transaction, ids.slice(first, first + findingsPerBatch), { from, to, actor, at })
  if (row.took_modes === 1) await monitorAgain(transaction, row, { actor, at })
  await endRuleRename(transaction, row.id, at)
  await recordAudit(transaction, {
    ...{ deploymentId, at, actor, action: 'rule.separated', target: row.to_path },
    detail: { from: row.from_path, to: row.to_path, project: row.project, findings: ids.length },
  })
  return { rename: toRename({ ...row, undone_at: at }), findings: ids.length }
}

/** Gives a rule the mode of new rules in the policies where its mode is still the one that it took over. */
async function monitorAgain(
  transaction: ChangeTransaction,
  { deployment_id: deploymentId, to_rule_id: ruleId, from_path: former }: Row,
  by: { actor: string; at: number },
): Promise<void> {
  const policies = await transaction
    .selectFrom('policy')
    .select(['id', 'deployment_id', 'slug'])
    .where('deployment_id', '=', deploymentId)
    .execute()
  const mode = toCode(policyModes, 'MODE_MONITOR')
  for (const policy of policies) {
    const row = await policyRules(transaction, policy)
      .where('policy_rule.rule_id', '=', ruleId)
      .where('policy_rule.version', '=', 1)
      .where('policy_rule.mode', '<>', mode)
      .executeTakeFirst()
    if (row)
      await writeModes(transaction, policy, [{ row, mode }], {
        ...by,
        note: `Separated from ${former}.`,
      })
  }
}
