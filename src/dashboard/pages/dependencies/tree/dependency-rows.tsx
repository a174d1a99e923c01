import type { Dependency } from '#contract/responses/dependencies.ts'
import { DependencyRow } from '../dependency-row.tsx'
import { type PressableRow, placeholderRows } from './placeholder-rows.tsx'
import type { Branch } from './use-branches.ts'

interface DependencyRowsOptions {
  deployment: string
  /** The id of the parent row, which is part of their ids. */
  parentId: string
  branch: Branch<{ dependencies: readonly Dependency[] }>
  /** The total number. */
  all: number
  /** The grouping of the rows above, whose values are not repeated. */
  by: 'package' | 'project'
  /** The plural noun of the rows: `dependencies`. */
  nouns: string
}

/** Returns the dependencies under an open row: the third and last level of both trees. */
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
