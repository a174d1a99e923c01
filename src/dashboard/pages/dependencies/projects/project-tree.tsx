import { labels } from '../labels.ts'
import { dependencyRows } from '../tree/dependency-rows.tsx'
import type { OpenLines } from '../tree/open-lines.ts'
import { type PressableRow, placeholderRows } from '../tree/placeholder-rows.tsx'
import { LockfileRow, type LockfileSummary, ProjectRow, type ProjectSummary } from './project-rows.tsx'
import { lockfileKey, type ProjectBranches, projectKey } from './use-project-branches.ts'

export interface ProjectTree extends Pick<ProjectBranches, 'lockfilesOf' | 'dependenciesOf'> {
  deployment: string
  lines: OpenLines
}

interface Position {
  at: number
  of: number
}

/** Returns the row of a project and, if it is open, the rows of its lockfiles. */
export function projectRows(tree: ProjectTree, project: ProjectSummary, position: Position): PressableRow[] {
  const { deployment, lines } = tree
  const key = projectKey(project)
  const open = lines.isOpen(key)
  const press = () => lines.toggle(key)
  const head: PressableRow = {
    id: key,
    level: 1,
    render: (state) => <ProjectRow {...{ state, deployment, project, position, open }} onToggle={press} />,
    press,
  }
  if (!open) return [head]
  const branch = tree.lockfilesOf(project)
  const lockfiles = branch.pages.flatMap(({ lockfileSummaries }) => lockfileSummaries)
  return [
    head,
    ...lockfiles.flatMap((lockfile, at) =>
      lockfileRows(tree, project, lockfile, { at: at + 1, of: lockfiles.length }),
    ),
    ...placeholderRows({
      parentId: key,
      level: 2,
      branch,
      nouns: labels.nouns.lockfiles,
      here: lockfiles.length,
      all: undefined,
    }),
  ]
}

/** Returns the row of a lockfile and, if it is open, the rows of its dependencies. */
function lockfileRows(
  tree: ProjectTree,
  project: ProjectSummary,
  lockfile: LockfileSummary,
  position: Position,
): PressableRow[] {
  const { deployment, lines } = tree
  const key = lockfileKey(project, lockfile.lockfilePath)
  const open = lines.isOpen(key)
  const press = () => lines.toggle(key)
  const head: PressableRow = {
    id: key,
    level: 2,
    render: (state) => <LockfileRow {...{ state, lockfile, position, open }} onToggle={press} />,
    press,
  }
  const branch = open ? tree.dependenciesOf(key) : undefined
  if (!branch) return [head]
  const all = lockfile.numDependencies
  const nouns = labels.nouns.dependencies
  return [head, ...dependencyRows({ deployment, parentId: key, branch, all, by: 'package', nouns })]
}
