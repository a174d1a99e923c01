import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  dependencyPageOptions,
  dependencyProjectsOptions,
  lockfilePageOptions,
} from '#api/dependencies/dependencies.ts'
import { toggled } from '#features/list/search-params/use-search-state.ts'
import { InfiniteTable } from '#features/list/table/infinite-table.tsx'
import { DependencyRow } from '../dependency-row.tsx'
import { EmptyDependencies } from '../empty-dependencies.tsx'
import { labels } from '../labels.ts'
import { isPlaceholder, type PressableRow, placeholderRows } from '../tree/placeholder-rows.tsx'
import { useBranches } from '../tree/use-branches.ts'
import { useTree } from '../tree/use-tree.ts'
import { maxOpen, type ViewProps } from '../view-props.ts'
import { LockfileRow, ProjectRow, type ProjectSummary, projectColumns } from './project-rows.tsx'

// Never the id of a line: each line renders itself.
const idOf = ({ id }: ProjectSummary) => `of ${id}`
const lockfileKey = (project: number, path: string) => `${project}/${path}`
const nothing = () => null

/** Projects, each with its lockfiles, each of them with its dependencies: opened in place. */
export function ProjectsView({ deployment, state, filter, change, table, entry, how, counted }: ViewProps) {
  const list = useInfiniteQuery(dependencyProjectsOptions(deployment, filter))
  const question = hashKey([filter])
  const { data } = list
  const projects = useMemo(() => {
    const byId = new Map(data?.pages.flatMap((page) => page.repositorySummaries.map((one) => [one.id, one])))
    return data && [...byId.values()]
  }, [data])
  const total = data?.pages[0]?.total
  const open = new Set(state.open)
  const opened = (projects ?? []).filter(({ id }) => open.has(String(id))).slice(0, maxOpen)
  const lockfiles = useBranches(
    question,
    opened.map(({ id }) => String(id)),
    (id, cursor) => lockfilePageOptions(deployment, Number(id), filter, cursor),
  )
  const files = new Map(
    opened.flatMap(({ id }) =>
      lockfiles
        .branchOf(String(id))
        .pages.flatMap(({ lockfileSummaries }) => lockfileSummaries)
        .map(({ lockfilePath }) => [lockfileKey(id, lockfilePath), { id, lockfilePath }] as const)
        .filter(([key]) => open.has(key)),
    ),
  )
  const shown = new Map([...files].slice(0, maxOpen))
  const dependencies = useBranches(question, [...shown.keys()], (key, cursor) => {
    const { id = 0, lockfilePath = '' } = shown.get(key) ?? {}
    return dependencyPageOptions(deployment, { ...filter, repositoryId: [id], lockfilePath }, cursor)
  })
  const toggle = (key: string) =>
    change({ open: toggled(state.open, key) }, { kind: 'choice', group: 'open' })

  const filesOf = (project: ProjectSummary): PressableRow[] => {
    const branch = lockfiles.branchOf(String(project.id))
    const rows = branch.pages.flatMap(({ lockfileSummaries }) => lockfileSummaries)
    const heads = rows.flatMap((lockfile, at): PressableRow[] => {
      const key = lockfileKey(project.id, lockfile.lockfilePath)
      const onToggle = () => toggle(key)
      const position = { at: at + 1, of: rows.length }
      const head: PressableRow = {
        id: key,
        level: 2,
        render: (state) => <LockfileRow {...{ state, lockfile, position, onToggle }} open={open.has(key)} />,
        press: onToggle,
      }
      return open.has(key) && shown.has(key) ? [head, ...within(key, lockfile.numDependencies)] : [head]
    })
    const parentId = String(project.id)
    const between = placeholderRows({
      parentId,
      level: 2,
      branch,
      nouns: labels.nouns.lockfiles,
      here: rows.length,
      all: undefined,
    })
    return [...heads, ...between]
  }
  const within = (key: string, of: number): PressableRow[] => {
    const branch = dependencies.branchOf(key)
    const rows = branch.pages.flatMap(({ dependencies }) => dependencies)
    return [
      ...rows.map(
        (dependency, at): PressableRow => ({
          id: `${key} ${dependency.id}`,
          level: 3,
          render: (state) => (
            <DependencyRow
              {...{ state, dependency, deployment }}
              position={{ at: at + 1, of }}
              by="package"
            />
          ),
        }),
      ),
      ...placeholderRows({
        parentId: key,
        level: 3,
        branch,
        nouns: labels.nouns.dependencies,
        here: rows.length,
        all: of,
      }),
    ]
  }
  const displayRows = (projects ?? []).flatMap((project, at): PressableRow[] => {
    const key = String(project.id)
    const onToggle = () => toggle(key)
    const position = { at: at + 1, of: total ?? 0 }
    const head: PressableRow = {
      id: key,
      level: 1,
      render: (state) => (
        <ProjectRow {...{ state, deployment, project, position, onToggle }} open={open.has(key)} />
      ),
      press: onToggle,
    }
    return open.has(key) ? [head, ...filesOf(project)] : [head]
  })
  const levels = new Map(displayRows.map(({ id, level }) => [id, level]))
  const press = useTree({
    table,
    displayRows,
    isOpen: (id) => ((levels.get(id) ?? 3) > 2 || isPlaceholder(id) ? undefined : open.has(id)),
  })
  return (
    <InfiniteTable
      {...{ table, entry, how, question, total }}
      label={labels.tables.projects}
      noun={labels.nouns.project}
      list={{
        ...list,
        refetch: () => {
          void list.refetch()
          void lockfiles.refetch()
          void dependencies.refetch()
        },
      }}
      counted={counted?.projects}
      columns={projectColumns}
      rows={projects}
      rowId={idOf}
      displayRows={displayRows}
      onOpen={press}
      card={nothing}
      empty={<EmptyDependencies {...{ deployment, state, change }} />}
    />
  )
}
