import {
  getPolicy,
  getRule,
  listPolicies,
  listRules,
  policyImpact,
  setRuleMode,
  setRuleModes,
  setRuleText,
  undoRuleRename,
} from '#contract/operations/policies.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { handle, handlePublic, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { changeModes, modeRequestsOf, revertRequestsOf } from './change-modes.ts'
import { fixRuleText } from './fix-text.ts'
import { readChange } from './history.ts'
import { readImpact } from './impact.ts'
import { readPolicies, readPoliciesWithCounts } from './list.ts'
import { toChangeResult, toPolicyRule } from './policy-rule.ts'
import { readRulePage } from './rule-page.ts'
import { undoRename } from './rule-renames.ts'
import { readRulesPage } from './rules.ts'
import { searchRules } from './search.ts'
import { policyWithId, setMode } from './set-mode.ts'

/** Policies and the modes of their rules. Source: docs/api.md#policies-and-rules. */
export function policyRoutes(services: Services): Route[] {
  const { read } = services.database
  const policyAt = (deployment: Deployment, id: string) => policyWithId(read, deployment.id, id)
  return [
    listRoute(services),

    handle(setRuleMode, async ({ deployment, path, body, principal, request }) => {
      const row = await setMode(services, deployment, path.policyId, body, {
        actor: principal.name,
        ifMatch: request.headers['if-match'],
      })
      return { policyId: path.policyId, updatedRule: toPolicyRule(row) }
    }),

    handlePublic(getPolicy, async ({ deployment, path, query }) => {
      const now = services.now()
      const row = await policyAt(deployment, path.policyId)
      return withSnapshot(services.columns, deployment.id, async (one) => {
        const known = query.include?.includes('counts')
          ? await readPoliciesWithCounts(one, deployment.id, now, { withProjects: true })
          : await readPolicies(one.reader, deployment.id, { withProjects: true })
        const policy = known.find(({ id }) => id === String(row.id))
        return { policy, ...(await readRulesPage(one, row, query, now)) }
      })
    }),

    handle(setRuleModes, async ({ deployment, path, body, principal }) => {
      const policy = await policyAt(deployment, path.policyId)
      const context = {
        actor: principal.name,
        note: body.note,
        expectedRevision: body.expectedRevision,
      }
      return toChangeResult(
        policy.id,
        await changeModes(services, deployment, policy, modeRequestsOf(body), context),
      )
    }),

    handle(policyImpact, async ({ deployment, path, body }) => {
      const policy = await policyAt(deployment, path.policyId)
      const requests =
        'putBack' in body
          ? revertRequestsOf(await readChange(read, policy, body.putBack))
          : modeRequestsOf(body)
      return withSnapshot(services.columns, deployment.id, (one) =>
        readImpact(one, policy, requests, services.now()),
      )
    }),
  ]
}

function listRoute(services: Services): Route {
  const { read } = services.database
  const listed = (deployment: Deployment, include: readonly ('counts' | 'projects')[]) => {
    const options = { withProjects: include.includes('projects') }
    return include.includes('counts')
      ? withSnapshot(services.columns, deployment.id, (one) =>
          readPoliciesWithCounts(one, deployment.id, services.now(), options),
        )
      : readPolicies(read, deployment.id, options)
  }
  const list = (isListed: (policy: Policy) => boolean) =>
    handlePublic(listPolicies, async ({ deployment, query }) => ({
      policies: (await listed(deployment, query.include ?? [])).filter(isListed),
    }))
  return {
    ...list(() => true),
    // Generated clients refuse a product type that their description does not have.
    compatible: list(({ productType }) => productType !== 'PRODUCT_TYPE_SCA'),
  }
}

/** Rules, their texts and renames. Source: docs/api.md#policies-and-rules, docs/api.md#renamed-rules. */
export function ruleRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handlePublic(listRules, ({ deployment, query }) => searchRules(read, deployment.id, query)),

    handlePublic(getRule, async ({ deployment, path }) => ({
      rule: await withSnapshot(services.columns, deployment.id, (one) =>
        readRulePage(one, deployment.id, path.rulePath, services.now()),
      ),
    })),

    handle(setRuleText, ({ deployment, path, body, principal }) =>
      fixRuleText(services, deployment, path.rulePath, body, principal.name),
    ),

    handle(undoRuleRename, ({ deployment, path, principal }) =>
      services.change(
        deployment.id,
        principal.name,
        (transaction) =>
          undoRename(transaction, {
            renameId: path.rename_id,
            actor: principal.name,
            at: services.now(),
          }),
        { event: 'policy.changed' },
      ),
    ),
  ]
}
