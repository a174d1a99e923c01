import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dependencyGroupsOptions, dependencyPageOptions } from '#api/dependencies/dependencies.ts'
import type { DependencyGroup } from '#contract/responses/dependencies.ts'
import { toggled } from '#features/list/search-params/use-search-state.ts'
import { InfiniteTable } from '#features/list/table/infinite-table.tsx'
import { parseSort } from '#table/sort.ts'
import { DependencyRow } from '../dependency-row.tsx'
import { EmptyDependencies } from '../empty-dependencies.tsx'
import type { FindingsSubject } from '../findings-link.tsx'
import { exactFilter, packageKey, versionKey } from '../keys.ts'
import { labels } from '../labels.ts'
import { type DependenciesState, type NameOfProject, sortInAddress, sortOf } from '../search-params.ts'
import {
  isPlaceholder,
  type PressableRow,
  placeholderId,
  placeholderRows,
} from '../tree/placeholder-rows.tsx'
import { useBranches } from '../tree/use-branches.ts'
import { useTree } from '../tree/use-tree.ts'
import { maxOpen, type ViewProps } from '../view-props.ts'
import { packageColumns } from './package-cells.tsx'
import { MoreVersionsRow, PackageRow, VersionRow } from './package-rows.tsx'

// Never the id of a line: each line renders itself.
const idOf = (group: DependencyGroup) => `of ${packageKey(group)}`
const nothing = () => null

/** The projects that are chosen, by their names where all of them are known. */
function projectsOf({ repositoryId }: DependenciesState, nameOf: NameOfProject): FindingsSubject['projects'] {
  if (!repositoryId?.length) return undefined
  const repos = repositoryId.flatMap((id) => nameOf(String(id)) ?? [])
  return repos.length === repositoryId.length ? { repos } : { repository_ids: repositoryId }
}

/** Packages, each with its versions, each of them with where it stands: opened in place. */
export function PackagesView(props: ViewProps) {
  const { deployment, state, filter, change, table, entry, how, counted, nameOf } = props
  const sort = sortOf(state)
  const list = useInfiniteQuery(dependencyGroupsOptions(deployment, filter, sort))
  const question = hashKey([filter, sort])
  const { data } = list
  const groups = useMemo(() => {
    const byKey = new Map(data?.pages.flatMap(({ groups }) => groups.map((one) => [packageKey(one), one])))
    return data && [...byKey.values()]
  }, [data])
  const total = data?.pages[0]?.total
  const open = new Set(state.open)
  const within = projectsOf(state, nameOf)

  const opened = (groups ?? []).flatMap((group) =>
    open.has(packageKey(group))
      ? group.versions.flatMap((version) => {
          const key = versionKey(group, version.version)
          return open.has(key) ? [[key, exactFilter(filter, group, version.version)] as const] : []
        })
      : [],
  )
  const filters = new Map(opened.slice(0, maxOpen))
  const places = useBranches(hashKey([filter]), [...filters.keys()], (key, cursor) =>
    dependencyPageOptions(deployment, filters.get(key) ?? filter, cursor),
  )
  const toggle = (key: string) =>
    change({ open: toggled(state.open, key) }, { kind: 'choice', group: 'open' })

  const displayRows = (groups ?? []).flatMap((group, at): PressableRow[] => {
    const key = packageKey(group)
    const isOpen = open.has(key)
    const [only] = group.versions
    // One version is opened with its package.
    const single = only && group.versionCount === 1 ? [versionKey(group, only.version)] : []
    const onToggle = () => {
      if (isOpen || single.length === 0) return toggle(key)
      const others = (state.open ?? []).filter((one) => !single.includes(one))
      change({ open: [...others, key, ...single] }, { kind: 'choice', group: 'open' })
    }
    const row = { deployment, state, group, within }
    const position = { at: at + 1, of: total ?? 0 }
    const head: PressableRow = {
      id: key,
      level: 1,
      render: (rowState) => <PackageRow {...row} {...{ rowState, position, onToggle }} open={isOpen} />,
      press: onToggle,
    }
    if (!isOpen) return [head]
    const versions = group.versions.flatMap((version, nth): PressableRow[] => {
      const key = versionKey(group, version.version)
      const isOpen = open.has(key)
      const onToggle = () => toggle(key)
      const position = { at: nth + 1, of: group.versionCount }
      const head: PressableRow = {
        id: key,
        level: 2,
        render: (rowState) => (
          <VersionRow {...row} {...{ rowState, version, position, onToggle }} open={isOpen} />
        ),
        press: onToggle,
      }
      if (!isOpen || !filters.has(key)) return [head]
      const branch = places.branchOf(key)
      const rows = branch.pages.flatMap(({ dependencies }) => dependencies)
      const of = branch.pages[0]?.total ?? version.count
      return [
        head,
        ...rows.map(
          (dependency, at): PressableRow => ({
            id: `${key} ${dependency.id}`,
            level: 3,
            render: (state) => (
              <DependencyRow
                {...{ state, dependency, deployment }}
                position={{ at: at + 1, of }}
                by="project"
              />
            ),
          }),
        ),
        ...placeholderRows({
          parentId: key,
          level: 3,
          branch,
          nouns: labels.nouns.locations,
          here: rows.length,
          all: of,
        }),
      ]
    })
    const hidden = group.versionCount - group.versions.length
    if (hidden <= 0) return [head, ...versions]
    const more: PressableRow = {
      id: placeholderId(key),
      level: 2,
      render: (rowState) => <MoreVersionsRow rowState={rowState} hidden={hidden} />,
    }
    return [head, ...versions, more]
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
      label={labels.tables.packages}
      noun={labels.nouns.package}
      list={{
        ...list,
        refetch: () => {
          void list.refetch()
          void places.refetch()
        },
      }}
      counted={counted?.packages}
      columns={packageColumns}
      rows={groups}
      rowId={idOf}
      displayRows={displayRows}
      sort={parseSort(sort)}
      onSort={(next) => change({ sort: sortInAddress(next) }, { kind: 'choice', group: 'sort' })}
      onOpen={press}
      card={nothing}
      empty={<EmptyDependencies {...{ deployment, state, change }} />}
    />
  )
}
