import type { z } from 'zod/mini'
import type { setRuleMode } from '#contract/policies.ts'
import { code, policyModes } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { notFound, Refusal } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { changedRow, writeModes } from './change-modes.ts'
import { answeredRule, entityTag, matches, type PolicyRuleRow, policyRules } from './policy-rule.ts'

type Change = Pick<z.output<(typeof setRuleMode)['body']>, 'policyMode' | 'rulePath' | 'note'>

/**
 * Finds a policy of a deployment.
 * @throws Refusal 404.
 */
export async function policyWithId(reader: Reader, deploymentId: number, id: string) {
  const row = await reader
    .selectFrom('policy')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', ownId(id) ?? -1)
    .executeTakeFirst()
  if (!row) throw notFound('policy')
  return row
}

/**
 * Sets the mode of one rule in a policy, with a line in the audit log; the mode it has already changes nothing.
 * @param ifMatch the header of that name, if it was sent.
 * @throws Refusal 404 for a policy or rule that is not there, 412 with `current` where `ifMatch` no longer holds.
 * Source: docs/api.md#policies-and-rules.
 */
export async function setMode(
  services: Services,
  deployment: Deployment,
  policyId: string,
  change: Change,
  asked: { actor: string; ifMatch: string | undefined },
): Promise<PolicyRuleRow> {
  const policy = await policyWithId(services.database.read, deployment.id, policyId)
  const mode = code(policyModes, change.policyMode)
  const before = await ruleOf(services.database.read, policy.id, change.rulePath, asked.ifMatch)
  if (before.mode === mode) return before
  return services.change(
    deployment.id,
    asked.actor,
    async (transaction) => {
      const row = await ruleOf(transaction, policy.id, change.rulePath, asked.ifMatch)
      if (row.mode === mode) return row
      const by = { actor: asked.actor, note: change.note, at: services.now() }
      await writeModes(transaction, deployment.id, policy, [{ row, mode }], by)
      return changedRow(row, mode, by)
    },
    { event: 'policy.changed', id: policyId },
  )
}

async function ruleOf(
  reader: Reader,
  policyId: number,
  path: string,
  ifMatch: string | undefined,
): Promise<PolicyRuleRow> {
  const row = await policyRules(reader, policyId).where('rule.path', '=', path).executeTakeFirst()
  if (!row) throw notFound('rule in this policy')
  if (ifMatch !== undefined && !matches(ifMatch, entityTag(row))) {
    throw new Refusal(412, 'The rule has changed since it was read.', {
      members: { current: answeredRule(row) },
    })
  }
  return row
}
