import { findingTypes, policyModes, toCode } from '#server/db/codes.ts'
import { modesOf } from '../columns/names.ts'
import { countWithFallback, type FindingsSnapshot } from '../snapshot.ts'

const disabledMode = toCode(policyModes, 'MODE_DISABLED')

/**
 * In how many projects a rule of each policy that is not disabled found something for the first time or again since
 * an instant, milliseconds, by the policy's id. Policies that acted nowhere are left out.
 */
export async function countAffectedProjects(
  view: FindingsSnapshot,
  deploymentId: number,
  since: number,
): Promise<ReadonlyMap<number, number>> {
  return countWithFallback(
    view,
    async (columns) => {
      const projects = new Map<number, Set<number>>()
      for (const type of findingTypes) {
        const table = columns.table(deploymentId, type)
        const { modes, width } = await modesOf(view.reader, columns, deploymentId, table)
        const { policy, rule, project, removed } = table.columns
        for (let row = 0; row < table.length; row++) {
          if ((table.since[row] ?? 0) < since || removed.array[row] === 1) continue
          const id = policy.array[row] ?? 0
          const mode = modes[id * width + (rule.array[row] ?? 0)] ?? 0
          if (mode === 0 || mode === disabledMode + 1) continue
          const projectIds = projects.get(id)
          if (projectIds) projectIds.add(project.array[row] ?? 0)
          else projects.set(id, new Set([project.array[row] ?? 0]))
        }
      }
      return new Map([...projects].map(([id, { size }]) => [id, size]))
    },
    async () => {
      const rows = await view.reader
        .selectFrom('finding')
        .innerJoin('policy_rule', (join) =>
          join
            .onRef('policy_rule.policy_id', '=', 'finding.policy_id')
            .onRef('policy_rule.rule_id', '=', 'finding.rule_id'),
        )
        .select((of) => [
          'policy_rule.policy_id',
          of.fn.count<number>('finding.project_id').distinct().as('count'),
        ])
        .where('finding.deployment_id', '=', deploymentId)
        .where('finding.type', 'in', [0, 1, 2])
        .where('finding.removed', '=', 0)
        .where('finding.relevant_since', '>=', since)
        .where('policy_rule.mode', '!=', disabledMode)
        .groupBy('policy_rule.policy_id')
        .execute()
      return new Map(rows.map((row) => [row.policy_id, row.count]))
    },
  )
}
