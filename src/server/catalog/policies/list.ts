import type { Selectable } from 'kysely'
import type { Policy } from '#contract/responses/policies.ts'
import { fromCode, policyModes, productTypes } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { PolicyTable } from '#server/db/policy-tables.ts'
import { countAffectedProjects } from '#server/findings/counts/affected-projects.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { describeScopes, scopeOf } from './scope.ts'

const thirtyDaysMs = 30 * 24 * 3600_000

/**
 * All policies of a deployment, oldest first.
 * @param options.withProjects whether to say what each applies to.
 * Source: docs/api.md#policies-and-rules.
 */
export async function readPolicies(
  reader: Reader,
  deploymentId: number,
  { withProjects = false }: { withProjects?: boolean } = {},
): Promise<Policy[]> {
  const rows = await reader
    .selectFrom('policy')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  if (!withProjects) return rows.map(toPolicy)
  const appliesTo = await describeScopes(reader, deploymentId, rows.map(scopeOf))
  return rows.map((row) => ({ ...toPolicy(row), appliesTo: appliesTo(scopeOf(row)) }))
}

/**
 * Like `readPolicies`, with `counts`: the rules in each mode, including zeros, and the projects in which a rule of the
 * policy that is not disabled there had a new or reopened finding in the last 30 days.
 * Source: docs/api.md#policies-and-rules.
 */
export async function readPoliciesWithCounts(
  view: FindingsSnapshot,
  deploymentId: number,
  now: number,
  options: { withProjects?: boolean } = {},
): Promise<Policy[]> {
  const policies = await readPolicies(view.reader, deploymentId, options)
  const modes = await view.reader
    .selectFrom('policy_rule')
    .select((eb) => ['policy_id', 'mode', eb.fn.countAll<number>().as('count')])
    .where('deployment_id', '=', deploymentId)
    .groupBy(['policy_id', 'mode'])
    .execute()
  // A whole second, as filters have it.
  const since = Math.floor((now - thirtyDaysMs) / 1000) * 1000
  const projects = await countAffectedProjects(view, deploymentId, since)
  return policies.map((policy) => {
    const rules: Record<string, number> = Object.fromEntries(policyModes.map((mode) => [mode, 0]))
    for (const row of modes) {
      if (String(row.policy_id) === policy.id) rules[fromCode(policyModes, row.mode)] = row.count
    }
    const projects30Days = projects.get(Number(policy.id)) ?? 0
    return { ...policy, counts: { rules, projects30Days, projectsSince: new Date(since).toISOString() } }
  })
}

function toPolicy(row: Selectable<PolicyTable>): Policy {
  return {
    id: String(row.id),
    isDefault: row.is_default === 1,
    name: row.name,
    productType: fromCode(productTypes, row.product_type),
    slug: row.slug,
  }
}
