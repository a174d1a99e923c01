import { writeQuery } from '#contract/parameters/query.ts'
import type { DependencyGroup } from '#contract/responses/dependencies.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { paths } from '#lib/urls/paths.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { exactSearch } from '../keys.ts'
import { labels } from '../labels.ts'
import { type DependenciesState, dependenciesShape } from '../search-params.ts'

const column = columnsOf<DependencyGroup>()

/** The columns of packages and their versions. As the table narrows, columns are hidden from the right. */
export const packageColumns = column.columns([
  column.display({
    id: 'name',
    header: labels.columns.package,
    meta: { fits: true, sort: 'name', bar: 60, grows: true },
  }),
  column.display({
    id: 'licenses',
    header: labels.columns.license,
    meta: { fits: true, bar: 60, show: 'hidden w-[20%] @min-[760px]:table-cell @min-[1000px]:w-[26%]' },
  }),
  column.display({
    id: 'direct',
    header: labels.columns.direct,
    meta: { fits: true, width: 76, align: 'end', bar: 50, show: 'hidden @min-[700px]:table-cell' },
  }),
  column.display({
    id: 'count',
    header: labels.columns.uses,
    meta: { fits: true, sort: '-count', align: 'end', bar: 50, show: 'w-16 @min-[700px]:w-21' },
  }),
  column.display({
    id: 'projects',
    header: labels.columns.projects,
    meta: {
      fits: true,
      sort: '-projects',
      align: 'end',
      bar: 50,
      show: 'hidden w-23 @min-[560px]:table-cell',
    },
  }),
  column.display({
    id: 'findings',
    header: labels.columns.findings,
    meta: { fits: true, width: 132, sort: '-openFindings', align: 'end', bar: 50 },
  }),
])

interface ProjectsCountProps {
  deployment: string
  state: DependenciesState
  group: DependencyGroup
  version?: string | undefined
  count: number
  active: boolean
}

/** The number of projects that use a package, linked to them. */
export function ProjectsCount({ deployment, state, group, version, count, active }: ProjectsCountProps) {
  const search = exactSearch(group, version)
  // A search by name alone would include versions outside the current search.
  if (search === undefined || (version === undefined && state.q !== undefined)) return formatNumber(count)
  const to = paths.dependencies(
    deployment,
    writeQuery(dependenciesShape, { ...state, ...search, by: 'project', sort: undefined, open: undefined }),
  )
  return (
    <Link
      to={to}
      tabIndex={active ? 0 : -1}
      aria-label={labels.projectsWith(count, group.name, version)}
      className="rounded-sm text-1 hover:underline"
    >
      {formatNumber(count)}
    </Link>
  )
}
