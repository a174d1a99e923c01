import { getOrCreate } from '#lib/get-or-create.ts'
import { findingTypes } from '#server/db/codes.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** The ids of the projects that have a finding of some rules on their primary branch, by rule. */
export function projectsOfRules(
  { columns }: FindingsSnapshot,
  ruleIds: ReadonlySet<number>,
): Map<number, Set<number>> {
  const projects = new Map<number, Set<number>>()
  for (const type of findingTypes) {
    const table = columns.table(type)
    const { rule, project, primary, removed } = table.columns
    for (let row = 0; row < table.length; row++) {
      const id = rule.array[row] ?? 0
      if (!ruleIds.has(id) || primary.array[row] !== 1 || removed.array[row] !== 0) continue
      getOrCreate(projects, id, () => new Set()).add(project.array[row] ?? 0)
    }
  }
  return projects
}
