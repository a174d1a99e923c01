import type { z } from 'zod/mini'
import type { setRuleMode } from '#contract/policies.ts'
import { recordAudit } from '#server/audit/public.ts'
import { code, policyModes, word } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { notFound, Refusal } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'
import type { Deployment, Services } from '#server/http/services.ts'
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
 * Source: API description, "PUT …/policies/{policyId}"; API decisions, "Policies and rules".
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
    async (transaction) => {
      const row = await ruleOf(transaction, policy.id, change.rulePath, asked.ifMatch)
      if (row.mode === mode) return row
      const changed = {
        mode,
        last_change_at: services.now(),
        last_change_by: asked.actor,
        version: row.version + 1,
      }
      await transaction
        .updateTable('policy_rule')
        .set(changed)
        .where('policy_id', '=', policy.id)
        .where('rule_id', '=', row.id)
        .execute()
      await recordAudit(transaction, {
        deploymentId: deployment.id,
        at: services.now(),
        actor: asked.actor,
        action: 'policy.changed',
        target: policy.slug,
        detail: {
          policyId: String(policy.id),
          note: change.note ?? null,
          changes: [{ rulePath: row.path, from: word(policyModes, row.mode), to: change.policyMode }],
        },
      })
      return { ...row, ...changed }
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
    throw new Refusal(412, 'The rule was changed since it was read.', {
      members: { current: answeredRule(row) },
    })
  }
  return row
}
