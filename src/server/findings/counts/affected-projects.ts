import { findingTypes, policyModes, toCode } from '#server/db/codes.ts'
import { modesOf } from '../columns/names.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

const disabledCode = toCode(policyModes, 'MODE_DISABLED') + 1

/**
 * Counts, by policy id, the projects in which an enabled rule of the policy had a new or reopened finding since an
 * instant in milliseconds. Policies without such projects are left out.
 */
export async function countAffectedProjects(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  since: number,
): Promise<ReadonlyMap<number, number>> {
  const modes = await modesOf(reader, columns, deploymentId)
  const projects = new Map<number, Set<number>>()
  for (const type of findingTypes) {
    const table = columns.table(type)
    const { policy, rule, project, removed } = table.columns
    for (let row = 0; row < table.length; row++) {
      if ((table.since[row] ?? 0) < since || removed.array[row] !== 0) continue
      const id = policy.array[row] ?? 0
      const mode = modes.get(id)?.[rule.array[row] ?? 0] ?? 0
      if (mode === 0 || mode === disabledCode) continue
      const projectIds = projects.get(id)
      if (projectIds) projectIds.add(project.array[row] ?? 0)
      else projects.set(id, new Set([project.array[row] ?? 0]))
    }
  }
  return new Map([...projects].map(([id, { size }]) => [id, size]))
}
