import {
  getPolicy,
  getPolicyChange,
  getRule,
  listPolicies,
  listRules,
  policyHistory,
  policyImpact,
  putBackModes,
  setRuleMode,
  setRuleModes,
} from '#contract/policies.ts'
import { view } from '#server/findings/public.ts'
import { handle, handleForEverybody, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { backFrom, changeModes, wantedOf } from './change-modes.ts'
import { changeOf, historyOf } from './history.ts'
import { impactOf } from './impact.ts'
import { policiesOf, policiesWithCounts } from './list.ts'
import { answeredRule } from './policy-rule.ts'
import { rulePage } from './rule-page.ts'
import { pageOfRules } from './rules.ts'
import { searchRules } from './search.ts'
import { policyWithId, setMode } from './set-mode.ts'

/** Policies and the modes of their rules. Source: docs/api.md#policies-and-rules. */
export function policyRoutes(services: Services): Route[] {
  const { read } = services.database
  const policyAt = (deployment: Deployment, id: string) => policyWithId(read, deployment.id, id)
  return [
    handleForEverybody(listPolicies, async ({ deployment, query }) => ({
      policies: query.include?.includes('counts')
        ? await view(services.database, (one) => policiesWithCounts(one, deployment.id, services.now()))
        : await policiesOf(read, deployment.id),
    })),

    handle(setRuleMode, async ({ deployment, path, body, principal, request }) => {
      const row = await setMode(services, deployment, path.policyId, body, {
        actor: principal.name,
        ifMatch: request.headers['if-match'],
      })
      return { policyId: path.policyId, updatedRule: answeredRule(row) }
    }),

    handleForEverybody(getPolicy, async ({ deployment, path, query }) => {
      const now = services.now()
      const row = await policyAt(deployment, path.policyId)
      return view(services.database, async (one) => {
        const known = query.include?.includes('counts')
          ? await policiesWithCounts(one, deployment.id, now)
          : await policiesOf(one.reader, deployment.id)
        const policy = known.find(({ id }) => id === String(row.id))
        return { policy, ...(await pageOfRules(one, row, query, now)) }
      })
    }),

    handle(setRuleModes, async ({ deployment, path, body, principal }) => {
      const policy = await policyAt(deployment, path.policyId)
      const said = { actor: principal.name, note: body.note }
      return answered(policy.id, await changeModes(services, deployment, policy, wantedOf(body), said))
    }),

    handle(policyHistory, async ({ deployment, path, query }) => {
      const policy = await policyAt(deployment, path.policyId)
      return historyOf(read, policy.id, query)
    }),

    handle(getPolicyChange, async ({ deployment, path }) => {
      const policy = await policyAt(deployment, path.policyId)
      return { change: await changeOf(read, policy.id, path.change_id) }
    }),

    handle(putBackModes, async ({ deployment, path, body, principal }) => {
      const policy = await policyAt(deployment, path.policyId)
      const change = await changeOf(read, policy.id, path.change_id)
      const said = { actor: principal.name, note: body.note, putsBack: Number(change.id) }
      return answered(policy.id, await changeModes(services, deployment, policy, backFrom(change), said))
    }),

    handle(policyImpact, async ({ deployment, path, body }) => {
      const policy = await policyAt(deployment, path.policyId)
      const wanted =
        'putBack' in body ? backFrom(await changeOf(read, policy.id, body.putBack)) : wantedOf(body)
      return view(services.database, (one) => impactOf(one, policy, wanted, services.now()))
    }),

    handleForEverybody(listRules, ({ deployment, query }) => searchRules(read, deployment.id, query)),

    handleForEverybody(getRule, async ({ deployment, path }) => ({
      rule: await view(services.database, (one) =>
        rulePage(one, deployment.id, path.rulePath, services.now()),
      ),
    })),
  ]
}

const answered = (policyId: number, { changeId, rows }: Awaited<ReturnType<typeof changeModes>>) => ({
  policyId: String(policyId),
  changeId: changeId === null ? null : String(changeId),
  updatedRules: rows.map(answeredRule),
})
