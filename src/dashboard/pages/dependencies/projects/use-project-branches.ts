import { hashKey } from '@tanstack/react-query'
import { dependencyPageOptions, lockfilePageOptions } from '#api/dependencies/dependencies.ts'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import type { OpenLines } from '../tree/open-lines.ts'
import { useBranches } from '../tree/use-branches.ts'
import { maxOpen } from '../view-props.ts'
import type { ProjectSummary } from './project-rows.tsx'

export const projectKey = ({ id }: Pick<ProjectSummary, 'id'>) => String(id)
export const lockfileKey = (project: Pick<ProjectSummary, 'id'>, path: string) => `${project.id}/${path}`

interface BranchesOptions {
  deployment: string
  filter: DependencyFilter
  projects: readonly ProjectSummary[]
  lines: OpenLines
}

/** Loads the lockfiles of the open projects and the dependencies of the open lockfiles. */
export function useProjectBranches({ deployment, filter, projects, lines }: BranchesOptions) {
  const question = hashKey([filter])
  const opened = projects.filter((project) => lines.isOpen(projectKey(project))).slice(0, maxOpen)
  const lockfiles = useBranches(question, opened.map(projectKey), (id, cursor) =>
    lockfilePageOptions(deployment, Number(id), filter, cursor),
  )
  const files = opened.flatMap(({ id }) =>
    lockfiles
      .branchOf(projectKey({ id }))
      .pages.flatMap(({ lockfileSummaries }) => lockfileSummaries)
      .map(({ lockfilePath }) => [lockfileKey({ id }, lockfilePath), { id, lockfilePath }] as const)
      .filter(([key]) => lines.isOpen(key)),
  )
  const shown = new Map(files.slice(0, maxOpen))
  const dependencies = useBranches(question, [...shown.keys()], (key, cursor) => {
    const { id = 0, lockfilePath = '' } = shown.get(key) ?? {}
    return dependencyPageOptions(deployment, { ...filter, repositoryId: [id], lockfilePath }, cursor)
  })
  return {
    branches: [lockfiles, dependencies],
    lockfilesOf: (project: ProjectSummary) => lockfiles.branchOf(projectKey(project)),
    /** The dependencies of a lockfile; undefined if they were not requested. */
    dependenciesOf: (key: string) => (shown.has(key) ? dependencies.branchOf(key) : undefined),
  }
}
export type ProjectBranches = ReturnType<typeof useProjectBranches>
