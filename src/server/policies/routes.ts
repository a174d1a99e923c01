import { listPolicies, setRuleMode } from '#contract/policies.ts'
import { demandSameAsPath } from '#server/http/body-matches-path.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { policiesOf, policiesWithCounts } from './list.ts'
import { answeredRule } from './policy-rule.ts'
import { setMode } from './set-mode.ts'

/** Policies and the modes of their rules. Source: API description, "Policy" and "Rule". */
export function policyRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handle(listPolicies, async ({ deployment, query }) => ({
      policies: query.include?.includes('counts')
        ? await policiesWithCounts(read, deployment.id, services.now())
        : await policiesOf(read, deployment.id),
    })),

    handle(setRuleMode, async ({ deployment, path, body, principal, request }) => {
      demandSameAsPath({
        deploymentId: { body: body.deploymentId, path: String(deployment.id) },
        policyId: { body: body.policyId, path: path.policyId },
      })
      const row = await setMode(services, deployment, path.policyId, body, {
        actor: principal.name,
        ifMatch: request.headers['if-match'],
      })
      return { policyId: path.policyId, updatedRule: answeredRule(row) }
    }),
  ]
}
