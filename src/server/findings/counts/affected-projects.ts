import { getOrCreate } from '#lib/get-or-create.ts'
import { findingTypes } from '#server/db/codes.ts'
import { disabledLevel } from '#server/policies/public.ts'
import { modesOf } from '../columns/names.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/**
 * Counts, by policy id, the projects that it applies to in which an enabled rule of it had a new or reopened finding since an
 * instant in milliseconds. Policies without such projects are left out.
 */
export async function countAffectedProjects(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  since: number,
): Promise<ReadonlyMap<number, number>> {
  const levels = (await modesOf(reader, columns, deploymentId)).levelsIn()
  const projects = new Map<number, Set<number>>()
  for (const type of findingTypes) {
    const table = columns.table(type)
    const { rule, project, removed } = table.columns
    for (let row = 0; row < table.length; row++) {
      if ((table.since[row] ?? 0) < since || removed.array[row] !== 0) continue
      const projectId = project.array[row] ?? 0
      for (const [policy, levelOf] of levels) {
        const level = levelOf(projectId, rule.array[row] ?? 0)
        if (level > disabledLevel) getOrCreate(projects, policy, () => new Set()).add(projectId)
      }
    }
  }
  return new Map([...projects].map(([id, { size }]) => [id, size]))
}
