import type { DependencyGroup } from '#contract/answers/dependencies.ts'
import { writeQuery } from '#contract/query.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { Link } from '#parts/link.tsx'
import { columnsOf } from '#table/columns.ts'
import { type DependenciesState, dependenciesShape } from './address.ts'
import { askFor } from './where.ts'

const column = columnsOf<DependencyGroup>()

/** The columns of the packages and their versions. They leave from the right as the table grows narrow. */
export const packageColumns = column.columns([
  column.display({
    id: 'name',
    header: 'Package',
    meta: { fits: true, sort: 'name', bar: 60, grows: true },
  }),
  column.display({
    id: 'licences',
    header: 'Licence',
    meta: { fits: true, bar: 60, show: 'hidden w-[20%] @min-[860px]:table-cell' },
  }),
  column.display({
    id: 'direct',
    header: 'Direct',
    meta: { fits: true, width: 76, align: 'end', bar: 50, show: 'hidden @min-[700px]:table-cell' },
  }),
  column.display({
    id: 'count',
    header: 'Dependencies',
    meta: { fits: true, width: 116, sort: '-count', align: 'end', bar: 50 },
  }),
  column.display({
    id: 'projects',
    header: 'Projects',
    meta: {
      fits: true,
      width: 92,
      sort: '-projects',
      align: 'end',
      bar: 50,
      show: 'hidden @min-[560px]:table-cell',
    },
  }),
  column.display({
    id: 'findings',
    header: 'Open findings',
    meta: { fits: true, width: 118, align: 'end', bar: 50 },
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

/** In how many projects a package stands, leading to them. */
export function ProjectsCount({ deployment, state, group, version, count, active }: ProjectsCountProps) {
  const asked = askFor(group, version)
  // A name alone would take in versions that the search leaves out.
  if (asked === undefined || (version === undefined && state.q !== undefined)) return formatNumber(count)
  const to = paths.dependencies(
    deployment,
    writeQuery(dependenciesShape, { ...state, ...asked, by: 'project', sort: undefined, open: undefined }),
  )
  return (
    <Link
      to={to}
      tabIndex={active ? 0 : -1}
      aria-label={`${plural(count, 'project')} with ${group.name}${version ? ` ${version}` : ''}`}
      className="rounded-sm text-1 hover:underline"
    >
      {formatNumber(count)}
    </Link>
  )
}
