import type { Selectable } from 'kysely'
import type { z } from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import type { setRuleMode } from '#contract/operations/policies.ts'
import { policyModes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { PolicyTable } from '#server/db/policy-tables.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { assertRevision } from '#server/records/policies/revision.ts'
import { rowAfterChange, writeModes } from './change-modes.ts'
import { entityTag, matches, type PolicyRuleRow, policyRules, toPolicyRule } from './policy-rule.ts'

type Change = Pick<
  z.output<BodySchema<typeof setRuleMode>>,
  'policyMode' | 'rulePath' | 'note' | 'expectedRevision'
>

export type PolicyRow = Selectable<PolicyTable>

/**
 * Finds a policy of a deployment.
 * @param options.deleted whether to find deleted policies, too.
 * @throws HttpError 404.
 */
export async function policyWithId(
  reader: Reader,
  deploymentId: number,
  id: string,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<PolicyRow> {
  const row = await reader
    .selectFrom('policy')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', ownId(id) ?? -1)
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
    .executeTakeFirst()
  if (!row) throw notFound('policy')
  return row
}

/**
 * Sets the mode of one rule in a policy, with an entry in the audit log; setting its current mode changes nothing.
 * @param ifMatch the `If-Match` header, if present.
 * @throws HttpError 404 for an unknown policy or rule, 409 if any policy changed since `expectedRevision`, 412 with `current` if `ifMatch` does not match.
 * Source: docs/api.md#policies-and-rules.
 */
export async function setMode(
  services: Services,
  deployment: Deployment,
  policyId: string,
  change: Change,
  options: { actor: string; ifMatch: string | undefined },
): Promise<PolicyRuleRow> {
  const policy = await policyWithId(services.database.read, deployment.id, policyId)
  const mode = toCode(policyModes, change.policyMode)
  await assertRevision(services.database.read, deployment.id, change.expectedRevision)
  const current = await readRuleForChange(services.database.read, policy, change.rulePath, options.ifMatch)
  if (current.mode === mode) return current
  return services.change(
    deployment.id,
    options.actor,
    async (transaction) => {
      await assertRevision(transaction, deployment.id, change.expectedRevision)
      const row = await readRuleForChange(transaction, policy, change.rulePath, options.ifMatch)
      if (row.mode === mode) return row
      const changeContext = { actor: options.actor, note: change.note, at: services.now() }
      await writeModes(transaction, policy, [{ row, mode }], changeContext)
      return rowAfterChange(row, mode, changeContext)
    },
    { event: 'policy.changed', id: policyId },
  )
}

async function readRuleForChange(
  reader: Reader,
  policy: { id: number; deployment_id: number },
  path: string,
  ifMatch: string | undefined,
): Promise<PolicyRuleRow> {
  const row = await policyRules(reader, policy).where('rule.path', '=', path).executeTakeFirst()
  if (!row) throw notFound('rule in this policy')
  if (ifMatch !== undefined && !matches(ifMatch, entityTag(row))) {
    throw new HttpError(412, 'The rule has changed since it was read.', {
      members: { current: toPolicyRule(row) },
    })
  }
  return row
}
