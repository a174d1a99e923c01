import { writeQuery } from '#contract/parameters/query.ts'
import type { LicenseCount } from '#contract/responses/dependencies.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { paths } from '#lib/urls/paths.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { Tag } from '#ui/tag.tsx'
import { WebLink } from '#ui/text/web-link.tsx'
import { labels } from '../labels.ts'
import { type DependenciesState, dependenciesShape } from '../search-params.ts'

/** A row of the license list, with the URLs of its packages and projects. */
export interface LicenseRow {
  license: LicenseCount
  to: string
  /** The URL of the projects with this license. */
  toProjects: string
}

/** Returns the URL of the packages or projects with a license, within the current filter. */
export function underLicense(
  deployment: string,
  state: DependenciesState,
  value: string,
  by?: 'project',
): string {
  const narrowed = { ...state, license: [value], by, sort: undefined, open: undefined }
  return paths.dependencies(deployment, writeQuery(dependenciesShape, narrowed))
}

const families: Readonly<Record<string, readonly [string, string]>> = labels.licenses.families

function Family({ value }: { value: LicenseCount['family'] }) {
  if (value === null || !Object.hasOwn(families, value)) return <span className="text-3">–</span>
  const [word, hint] = families[value] ?? []
  return (
    <span data-hint={hint}>
      <Tag tone={value === 'weak' ? 'plain' : 'caution'}>{word}</Tag>
    </span>
  )
}

function LicenseLink({ row: { license, to } }: { row: LicenseRow }) {
  return (
    <Link
      to={to}
      tabIndex={-1}
      title={license.value ?? undefined}
      className="min-w-0 truncate font-medium text-1 no-underline hover:underline"
    >
      <bdi>{license.value}</bdi>
    </Link>
  )
}

const notOnList = (value: string | null) =>
  / (AND|OR|WITH) /.test(value ?? '') ? labels.licenses.expression : labels.licenses.notOnList

const column = columnsOf<LicenseRow>()
const counts = [
  ['packages', labels.columns.packages, 100, undefined],
  ['dependencies', labels.columns.uses, 84, 'hidden @min-[560px]:table-cell'],
  ['projects', labels.columns.projects, 92, 'hidden @min-[560px]:table-cell'],
] as const

/** The columns of the license list. */
export const licenseColumns = column.columns([
  column.display({
    id: 'license',
    header: labels.columns.license,
    meta: { fits: true, bar: 40, grows: true },
    cell: ({ row }) => (
      <span className="flex min-w-0">
        <LicenseLink row={row.original} />
      </span>
    ),
  }),
  column.display({
    id: 'name',
    header: labels.columns.spdxName,
    meta: { bar: 70, show: 'hidden w-[34%] @min-[760px]:table-cell' },
    cell: ({ row: { original } }) =>
      original.license.name ? (
        <WebLink href={original.license.url}>{original.license.name}</WebLink>
      ) : (
        <span className="text-3">{notOnList(original.license.value)}</span>
      ),
  }),
  column.display({
    id: 'family',
    header: labels.columns.copyleft,
    meta: { fits: true, width: 140, bar: 60 },
    cell: ({ row }) => <Family value={row.original.license.family} />,
  }),
  ...counts.map(([name, word, width, show]) =>
    column.display({
      id: name,
      header: word,
      meta: { fits: true, width, align: 'end', bar: 50, show },
      cell: ({ row: { original } }) => (
        <Link
          to={name === 'projects' ? original.toProjects : original.to}
          tabIndex={-1}
          aria-label={labels.licenses.under(
            original.license[name],
            labels.licenses.nouns[name],
            original.license.value,
          )}
          className="rounded-sm text-1 no-underline hover:underline"
        >
          {formatNumber(original.license[name])}
        </Link>
      ),
    }),
  ),
])

/** The card of a license on a phone. */
export function LicenseCard(row: LicenseRow) {
  const { value, name, family, packages, dependencies, projects } = row.license
  return (
    <div className="flex h-full min-w-0 flex-col justify-between">
      <span className="flex min-w-0 items-center gap-2">
        <LicenseLink row={row} />
        <span className="flex-1" />
        {family !== null && <Family value={family} />}
      </span>
      <span className="truncate text-2">{name ?? notOnList(value)}</span>
      <span className="truncate text-2">{labels.licenses.summary(packages, dependencies, projects)}</span>
    </div>
  )
}
