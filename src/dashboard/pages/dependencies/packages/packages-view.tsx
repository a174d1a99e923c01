import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dependencyGroupsOptions, dependencyPageOptions } from '#api/dependencies/dependencies.ts'
import type { DependencyGroup } from '#contract/responses/dependencies.ts'
import { uniqueBy } from '#lib/unique-by.ts'
import { parseSort } from '#table/sort.ts'
import type { FindingsSubject } from '../findings-link.tsx'
import { exactFilter, packageKey, versionKey } from '../keys.ts'
import { labels } from '../labels.ts'
import { type DependenciesState, type NameOfProject, sortInAddress, sortOf } from '../search-params.ts'
import { openLines } from '../tree/open-lines.ts'
import { TreeTable } from '../tree/tree-table.tsx'
import { useBranches } from '../tree/use-branches.ts'
import { maxOpen, type ViewProps } from '../view-props.ts'
import { packageColumns } from './package-cells.tsx'
import { packageRows } from './package-tree.tsx'

// Must differ from any row id, because each row renders itself.
const idOf = (group: DependencyGroup) => `of ${packageKey(group)}`

/** Returns the selected projects with their names, if all names are known. */
function projectsOf({ repositoryId }: DependenciesState, nameOf: NameOfProject): FindingsSubject['projects'] {
  if (!repositoryId?.length) return undefined
  const repos = repositoryId.flatMap((id) => nameOf(String(id)) ?? [])
  return repos.length === repositoryId.length ? { repos } : { repository_ids: repositoryId }
}

/** Packages, their versions and the uses of each version, as an expandable tree. */
export function PackagesView(view: ViewProps) {
  const { deployment, state, filter, change, counted, nameOf } = view
  const sort = sortOf(state)
  const list = useInfiniteQuery(dependencyGroupsOptions(deployment, filter, sort))
  const { data } = list
  const groups = useMemo(
    () =>
      data &&
      uniqueBy(
        data.pages.flatMap(({ groups }) => groups),
        packageKey,
      ),
    [data],
  )
  const lines = openLines(view)
  const opened = (groups ?? [])
    .filter((group) => lines.isOpen(packageKey(group)))
    .flatMap((group) =>
      group.versions.map(
        ({ version }) => [versionKey(group, version), exactFilter(filter, group, version)] as const,
      ),
    )
    .filter(([key]) => lines.isOpen(key))
  const filters = new Map(opened.slice(0, maxOpen))
  const places = useBranches(hashKey([filter]), [...filters.keys()], (key, cursor) =>
    dependencyPageOptions(deployment, filters.get(key) ?? filter, cursor),
  )
  const total = data?.pages[0]?.total
  const tree = {
    ...{ deployment, state, lines },
    within: projectsOf(state, nameOf),
    branchOf: (key: string) => (filters.has(key) ? places.branchOf(key) : undefined),
  }
  return (
    <TreeTable
      {...{ view, lines, list, total }}
      label={labels.tables.packages}
      noun={labels.nouns.package}
      question={hashKey([filter, sort])}
      branches={[places]}
      counted={counted?.packages}
      columns={packageColumns}
      rows={groups}
      rowId={idOf}
      displayRows={(groups ?? []).flatMap((group, at) =>
        packageRows(tree, group, { at: at + 1, of: total ?? 0 }),
      )}
      sort={parseSort(sort)}
      onSort={(next) => change({ sort: sortInAddress(next) }, { kind: 'choice', group: 'sort' })}
    />
  )
}
