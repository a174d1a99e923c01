import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dependencyListOptions } from '#api/dependencies/dependencies.ts'
import type { Dependency } from '#contract/responses/dependencies.ts'
import { Link } from '#features/link.tsx'
import { InfiniteTable } from '#features/list/table/infinite-table.tsx'
import { uniqueBy } from '#lib/unique-by.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { DefinedAt, Licenses, linkStyles, NameAndVersion, Through } from './dependency-row.tsx'
import { EmptyDependencies } from './empty-dependencies.tsx'
import { FindingsLink, subjectOf } from './findings-link.tsx'
import { labels } from './labels.ts'
import type { ViewProps } from './view-props.ts'

interface FlatRow {
  dependency: Dependency
  deployment: string
}

const column = columnsOf<FlatRow>()

function ProjectCell({ row: { dependency, deployment } }: { row: FlatRow }) {
  const { repositoryName: name, repositoryId } = dependency
  if (!name)
    return (
      <span className="text-3">{repositoryId ? labels.projectId(repositoryId) : labels.unknownProject}</span>
    )
  return (
    <Link
      to={settingsPaths.project(deployment, name)}
      tabIndex={-1}
      title={name}
      className={`block truncate font-mono text-xs ${linkStyles}`}
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

const columns = column.columns([
  column.display({
    id: 'package',
    header: labels.columns.package,
    meta: { fits: true, bar: 70, grows: true },
    cell: ({ row }) => <NameAndVersion dependency={row.original.dependency} />,
  }),
  column.display({
    id: 'project',
    header: labels.columns.project,
    meta: { fits: true, bar: 60, show: 'hidden w-[18%] @min-[560px]:table-cell' },
    cell: ({ row }) => <ProjectCell row={row.original} />,
  }),
  column.display({
    id: 'place',
    header: labels.columns.definedIn,
    meta: { fits: true, bar: 60, show: 'hidden w-[24%] @min-[760px]:table-cell' },
    cell: ({ row }) => <DefinedAt dependency={row.original.dependency} active={false} />,
  }),
  column.display({
    id: 'through',
    header: labels.columns.dependency,
    meta: { bar: 60, show: 'w-[16%]' },
    cell: ({ row }) => <Through dependency={row.original.dependency} />,
  }),
  column.display({
    id: 'license',
    header: labels.columns.license,
    meta: { fits: true, bar: 60, show: 'hidden w-[14%] @min-[960px]:table-cell' },
    cell: ({ row }) => <Licenses values={row.original.dependency.licenses} />,
  }),
  column.display({
    id: 'findings',
    header: '',
    meta: { fits: true, width: 90, label: labels.columns.finding },
    cell: ({ row: { original } }) => <FindingsOf row={original} />,
  }),
])

function FindingsOf({ row: { dependency, deployment } }: { row: FlatRow }) {
  return <FindingsLink deployment={deployment} subject={subjectOf(dependency)} active={false} />
}

function FlatCard(row: FlatRow) {
  return (
    <div className="flex h-full min-w-0 flex-col justify-between">
      <NameAndVersion dependency={row.dependency} />
      <span className="flex min-w-0 gap-3">
        <ProjectCell row={row} />
        <span className="flex-1" />
        <FindingsOf row={row} />
      </span>
      <span className="flex min-w-0 gap-3">
        <Through dependency={row.dependency} />
        <Licenses values={row.dependency.licenses} />
      </span>
    </div>
  )
}

const idOf = ({ dependency }: FlatRow) => dependency.id
const nothing = () => undefined

/** Lists each dependency as a row, in the service's order, if the service does not support grouping. */
export function FlatView({ deployment, state, filter, change, table, entry, how }: ViewProps) {
  const list = useInfiniteQuery(dependencyListOptions(deployment, filter))
  const { data } = list
  const rows = useMemo(() => {
    const all = data?.pages.flatMap(({ dependencies }) => dependencies)
    return all && uniqueBy(all, ({ id }) => id).map((dependency): FlatRow => ({ dependency, deployment }))
  }, [data, deployment])
  return (
    <InfiniteTable
      {...{ table, list, rows, columns, entry, how }}
      label={labels.tables.dependencies}
      noun={labels.nouns.dependency}
      nouns={labels.nouns.dependencies}
      total={data?.pages[0]?.total}
      counted={undefined}
      question={hashKey([filter])}
      rowId={idOf}
      onOpen={nothing}
      card={FlatCard}
      empty={<EmptyDependencies {...{ deployment, state, change }} />}
    />
  )
}
