import type { Dependency } from '#contract/responses/dependencies.ts'
import { DependencyRow } from '../dependency-row.tsx'
import { type PressableRow, placeholderRows } from './placeholder-rows.tsx'
import type { Branch } from './use-branches.ts'

interface DependencyRowsOptions {
  deployment: string
  /** The line that they stand under: part of their ids. */
  parentId: string
  branch: Branch<{ dependencies: readonly Dependency[] }>
  /** How many they are in all. */
  all: number
  /** What the lines above say already. */
  by: 'package' | 'project'
  /** What stands there: `dependencies`. */
  nouns: string
}

/** The dependencies under a line that is open: the third and last level of both trees. */
export function dependencyRows(options: DependencyRowsOptions): PressableRow[] {
  const { deployment, parentId, branch, all, by, nouns } = options
  const rows = branch.pages.flatMap(({ dependencies }) => dependencies)
  return [
    ...rows.map(
      (dependency, at): PressableRow => ({
        id: `${parentId} ${dependency.id}`,
        level: 3,
        render: (state) => (
          <DependencyRow {...{ state, dependency, deployment, by }} position={{ at: at + 1, of: all }} />
        ),
      }),
    ),
    ...placeholderRows({ parentId, level: 3, branch, nouns, here: rows.length, all }),
  ]
}
