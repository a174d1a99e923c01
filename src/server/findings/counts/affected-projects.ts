import { getOrCreate } from '#lib/get-or-create.ts'
import { findingTypes } from '#server/db/codes.ts'
import { disabledLevel } from '#server/records/policies/effective-modes.ts'
import { modesOf } from '../columns/names.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/**
 * Counts, by policy id, the projects that it applies to in which a rule of it that is not disabled there had a new or
 * reopened finding since an instant in milliseconds: the groups of the list with `policy_ids`, `since` and
 * `rule_disabled=false`. Policies without such projects are left out.
 */
export async function countAffectedProjects(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  since: number,
): Promise<ReadonlyMap<number, number>> {
  const modes = await modesOf(reader, columns, deploymentId)
  const levels = modes.levelsIn()
  const projects = new Map<number, Set<number>>()
  for (const type of findingTypes) {
    const table = columns.table(type)
    const { rule, project, removed } = table.columns
    for (let row = 0; row < table.length; row++) {
      if ((table.since[row] ?? 0) < since || removed.array[row] !== 0) continue
      const projectId = project.array[row] ?? 0
      const ruleId = rule.array[row] ?? 0
      if (modes.levelOf(projectId, ruleId) === disabledLevel) continue
      for (const [policy, levelOf] of levels)
        if (levelOf(projectId, ruleId) > 0) getOrCreate(projects, policy, () => new Set()).add(projectId)
    }
  }
  return new Map([...projects].map(([id, { size }]) => [id, size]))
}
