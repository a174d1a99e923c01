import type { z } from 'zod'
import type { setOwnerRuleBody } from '#contract/details/owners.ts'
import type { OwnerRulesAnswer } from '#contract/responses/owners.ts'
import { findOwner } from '#server/access/known-owners.ts'
import { readOwnerNames } from '#server/access/owner-names.ts'
import type { TeamActor } from '#server/access/teams/change-teams.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { createOwnerJob } from './owner-job.ts'

const maxRules = 2000

/** The tags and rules that give owners, by kind and value. */
export async function readOwnerRules(reader: Reader, deploymentId: number): Promise<OwnerRulesAnswer> {
  const rows = await reader
    .selectFrom('owner_rule')
    .select(['kind', 'value', 'owner'])
    .where('deployment_id', '=', deploymentId)
    .orderBy('kind', 'desc')
    .orderBy('value')
    .execute()
  const names = await readOwnerNames(
    reader,
    deploymentId,
    rows.map(({ owner }) => owner),
  )
  return { rules: rows.map((row) => ({ ...row, owner: names.shown(row.owner) ?? row.owner })) }
}

/**
 * Sets the owner that a tag or a rule gives, and creates the job that applies it. The caller wakes the job runner.
 * @throws HttpError 400 for an owner that does not exist, 409 for too many rules.
 */
export async function setOwnerRule(
  transaction: ChangeTransaction,
  { kind, value, owner }: z.infer<typeof setOwnerRuleBody>,
  { actor, at }: TeamActor,
): Promise<void> {
  const { deploymentId } = transaction
  const target = owner === null ? null : await findOwner(transaction, deploymentId, owner, at)
  if (owner !== null && target === null)
    throw badRequest([{ pointer: '/owner', detail: 'is no person or team of this deployment' }])
  const before = await transaction
    .deleteFrom('owner_rule')
    .where('deployment_id', '=', deploymentId)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .returning('owner')
    .executeTakeFirst()
  if (target !== null) await insertRule(transaction, { kind, value, owner: target })
  const from = before?.owner ?? null
  if (from === target) return
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: 'owner_rules.changed',
    target: value,
    detail: { kind, from, to: target },
  })
  await createOwnerJob(transaction, { project: null, actor, at })
}

async function insertRule(
  transaction: ChangeTransaction,
  rule: { kind: string; value: string; owner: string },
): Promise<void> {
  const { deploymentId } = transaction
  const { count } = await transaction
    .selectFrom('owner_rule')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  if (count >= maxRules)
    throw new HttpError(409, `The deployment has ${count} tags and rules with an owner, which is the limit.`)
  await transaction
    .insertInto('owner_rule')
    .values({ deployment_id: deploymentId, ...rule })
    .execute()
}
