import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { assertRevision } from '#server/records/policies/revision.ts'
import { readPolicies } from './list.ts'
import type { PolicyPlan } from './policy-plan.ts'
import type { ChangeContext } from './record-change.ts'

/**
 * Makes a planned change of a policy. It is planned in its own transaction, so that it cannot be about what another change
 * made of the policy meanwhile.
 * @throws HttpError 409 if any policy changed since `expectedRevision`, and what planning throws.
 */
export async function applyPlan(
  services: Services,
  deployment: Deployment,
  plan: (reader: Reader) => Promise<PolicyPlan>,
  context: ChangeContext & { expectedRevision?: number | undefined; policyId?: number },
): Promise<{ policyId: number; changeId: number | null }> {
  const { read } = services.database
  await assertRevision(read, deployment.id, context.expectedRevision)
  const { apply } = await plan(read)
  if (apply === null) return { policyId: context.policyId ?? 0, changeId: null }
  const work = async (transaction: ChangeTransaction) => {
    await assertRevision(transaction, deployment.id, context.expectedRevision)
    const planned = await plan(transaction)
    if (planned.apply === null) return { policyId: context.policyId ?? 0, changeId: null }
    const { id, changeId } = await planned.apply(transaction, { ...context, at: services.now() })
    return { policyId: id, changeId }
  }
  const changed = await services.change(deployment.id, context.actor, work, {
    event: 'policy.changed',
    ...(context.policyId === undefined ? {} : { id: String(context.policyId) }),
  })
  return changed
}

/** The response to a change of a policy. */
export async function toPolicyChanged(
  services: Services,
  deployment: Deployment,
  { policyId, changeId }: { policyId: number; changeId: number | null },
) {
  const policies = await readPolicies(services.database.read, deployment.id, { withProjects: true })
  return {
    policy: policies.find(({ id }) => id === String(policyId)) ?? null,
    changeId: changeId === null ? null : String(changeId),
  }
}
