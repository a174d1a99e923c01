import type { LicenceCount } from '#contract/answers/dependencies.ts'
import { writeQuery } from '#contract/query.ts'
import { formatNumber } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { Link } from '#parts/link.tsx'
import { columnsOf } from '#table/columns.ts'
import { Tag } from '#ui/tag.tsx'
import { WebLink } from '#ui/web-link.tsx'
import { type DependenciesState, dependenciesShape } from './address.ts'
import { labels } from './labels.ts'

/** A licence as a row, with the address of what stands under it. */
export interface LicenceRow {
  licence: LicenceCount
  to: string
  /** The same by project. */
  toProjects: string
}

/** The packages or projects under a licence, within what the address narrows already. */
export function underLicence(
  deployment: string,
  state: DependenciesState,
  value: string,
  by?: 'project',
): string {
  const narrowed = { ...state, license: [value], by, sort: undefined, open: undefined }
  return paths.dependencies(deployment, writeQuery(dependenciesShape, narrowed))
}

const families: Readonly<Record<string, readonly [string, string]>> = labels.licenses.families

function Family({ value }: { value: LicenceCount['family'] }) {
  if (value === null || !Object.hasOwn(families, value)) return <span className="text-3">–</span>
  const [word, hint] = families[value] ?? []
  return (
    <span data-hint={hint}>
      <Tag tone={value === 'weak' ? 'plain' : 'caution'}>{word}</Tag>
    </span>
  )
}

function LicenceLink({ row: { licence, to } }: { row: LicenceRow }) {
  return (
    <Link
      to={to}
      tabIndex={-1}
      title={licence.value ?? undefined}
      className="min-w-0 truncate font-medium text-1 no-underline hover:underline"
    >
      <bdi>{licence.value}</bdi>
    </Link>
  )
}

const notOnList = (value: string | null) =>
  / (AND|OR|WITH) /.test(value ?? '') ? labels.licenses.expression : labels.licenses.notOnList

const column = columnsOf<LicenceRow>()
const counts = [
  ['packages', labels.columns.packages, 100, undefined],
  ['dependencies', labels.columns.uses, 84, 'hidden @min-[560px]:table-cell'],
  ['projects', labels.columns.projects, 92, 'hidden @min-[560px]:table-cell'],
] as const

/** The columns of the licences. */
export const licenceColumns = column.columns([
  column.display({
    id: 'licence',
    header: labels.columns.license,
    meta: { fits: true, bar: 40, grows: true },
    cell: ({ row }) => (
      <span className="flex min-w-0">
        <LicenceLink row={row.original} />
      </span>
    ),
  }),
  column.display({
    id: 'name',
    header: labels.columns.spdxName,
    meta: { bar: 70, show: 'hidden w-[34%] @min-[760px]:table-cell' },
    cell: ({ row: { original } }) =>
      original.licence.name ? (
        <WebLink href={original.licence.url}>{original.licence.name}</WebLink>
      ) : (
        <span className="text-3">{notOnList(original.licence.value)}</span>
      ),
  }),
  column.display({
    id: 'family',
    header: labels.columns.copyleft,
    meta: { fits: true, width: 140, bar: 60 },
    cell: ({ row }) => <Family value={row.original.licence.family} />,
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
          aria-label={labels.licenses.under(original.licence[name], word, original.licence.value)}
          className="rounded-sm text-1 no-underline hover:underline"
        >
          {formatNumber(original.licence[name])}
        </Link>
      ),
    }),
  ),
])

/** A licence on a phone. */
export function LicenceCard(row: LicenceRow) {
  const { value, name, family, packages, dependencies, projects } = row.licence
  return (
    <div className="flex h-full min-w-0 flex-col justify-between">
      <span className="flex min-w-0 items-center gap-2">
        <LicenceLink row={row} />
        <span className="flex-1" />
        {family !== null && <Family value={family} />}
      </span>
      <span className="truncate text-2">{name ?? notOnList(value)}</span>
      <span className="truncate text-2">{labels.licenses.summary(packages, dependencies, projects)}</span>
    </div>
  )
}
