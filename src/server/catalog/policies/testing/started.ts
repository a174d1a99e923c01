import { listPolicies, setRuleMode } from '#contract/operations/policies.ts'
import { insertNewRows, insertRows } from '#server/db/engine.ts'
import { plainRule, rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'

/** A service with the ids of its two first policies, and a way to change one rule. */
export async function startedWithPolicies(options: Parameters<typeof startTestService>[0] = {}) {
  const service = await startTestService(options)
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const { policies } = (await service.call(listPolicies)).body
  const [code, supplyChain] = policies.map((policy) => Number(policy.id))
  if (!code || !supplyChain) throw new Error('a deployment has policies')
  const set = (body: object, headers: Record<string, string> = {}, policyId: number | string = code) =>
    service.call(setRuleMode, { path: { policyId }, body, headers })
  const changeNumber = () => service.services.deployments.find('main')?.change_number
  /** Makes a rule in a policy; its id. */
  const rule = async (
    path: string,
    text: Parameters<typeof rows.rule>[0] & { mode?: number; policy_id?: number } = {},
  ) => {
    const { mode = 0, policy_id = code, ...facts } = text
    const rule_id = await rows.rule({ path, ...facts })
    await rows.policyRule({ policy_id, rule_id, mode })
    return rule_id
  }
  /** Makes many rules of the first policy. */
  const rules = (paths: readonly string[]) =>
    service.services.change(service.deployment.id, 'Tess Ter', async (transaction) => {
      const { deploymentId } = transaction
      const plain = plainRule(deploymentId, service.clock.now)
      const first = await insertNewRows(
        transaction,
        'rule',
        paths.map((path) => ({ ...plain, path })),
      )
      const modes = paths.map((_, at) => ({
        deployment_id: deploymentId,
        policy_id: code,
        rule_id: first + at,
      }))
      await insertRows(
        transaction,
        'policy_rule',
        modes.map((row) => ({ ...row, mode: 0, version: 1 })),
      )
      transaction.changed.everything()
    })
  return { ...service, rows, code, supplyChain, set, changeNumber, rule, rules }
}
