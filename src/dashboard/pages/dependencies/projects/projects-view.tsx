import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dependencyProjectsOptions } from '#api/dependencies/dependencies.ts'
import { uniqueBy } from '#lib/unique-by.ts'
import { labels } from '../labels.ts'
import { openLines } from '../tree/open-lines.ts'
import { TreeTable } from '../tree/tree-table.tsx'
import type { ViewProps } from '../view-props.ts'
import { type ProjectSummary, projectColumns } from './project-rows.tsx'
import { projectRows } from './project-tree.tsx'
import { projectKey, useProjectBranches } from './use-project-branches.ts'

// Must differ from any row id, because each row renders itself.
const idOf = (project: ProjectSummary) => `of ${projectKey(project)}`
const none: ProjectSummary[] = []

/** Projects, their lockfiles and the dependencies of each lockfile, as an expandable tree. */
export function ProjectsView(view: ViewProps) {
  const { deployment, filter, counted } = view
  const list = useInfiniteQuery(dependencyProjectsOptions(deployment, filter))
  const { data } = list
  const projects = useMemo(
    () =>
      data &&
      uniqueBy(
        data.pages.flatMap(({ repositorySummaries }) => repositorySummaries),
        projectKey,
      ),
    [data],
  )
  const total = data?.pages[0]?.total
  const lines = openLines(view)
  const { branches, ...found } = useProjectBranches({ deployment, filter, projects: projects ?? none, lines })
  const tree = { deployment, lines, ...found }
  return (
    <TreeTable
      {...{ view, lines, list, total, branches }}
      label={labels.tables.projects}
      noun={labels.nouns.project}
      question={hashKey([filter])}
      counted={counted?.projects}
      columns={projectColumns}
      rows={projects}
      rowId={idOf}
      displayRows={(projects ?? none).flatMap((project, at) =>
        projectRows(tree, project, { at: at + 1, of: total ?? 0 }),
      )}
    />
  )
}
