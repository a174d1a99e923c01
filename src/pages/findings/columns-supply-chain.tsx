import type { Finding } from '#api/dialects.ts'
import { formatPercent } from '#lib/format.ts'
import { columnsOf } from '#table/columns.ts'
import { FindingLink, Location } from './cells.tsx'
import { humanWord } from './human-word.ts'
import { ageColumn, marksColumn, severityColumn, statusColumn } from './usual-columns.tsx'

const column = columnsOf<Finding>()

/** Package and version as the link to the finding, else the title of the rule. */
export function PackageLink({ row }: { row: Finding }) {
  const { package: name, version } = row.found_dependency ?? {}
  return name ? <FindingLink row={row} title={name} end={version ?? undefined} /> : <FindingLink row={row} />
}

const reachable: Record<string, string> = {
  reachable: 'Reachable',
  always_reachable: 'Always',
  conditionally_reachable: 'Conditional',
  unreachable: 'Unreachable',
}

/** No analysis is not analysed, never "no". */
export function Reachability({ row }: { row: Finding }) {
  const value = row.reachability
  if (!value || value === 'unknown') return <span className="text-3">Not analysed</span>
  const known = Object.hasOwn(reachable, value) ? reachable[value] : undefined
  const condition = row.reachable_condition
  return (
    <span data-hint={condition ? `Reachable if ${condition}` : undefined} className="text-2">
      {known ?? humanWord(value)}
    </span>
  )
}

/** No score is not scored, never 0. */
export function Epss({ row }: { row: Finding }) {
  const { score, percentile } = row.epss_score ?? {}
  if (typeof score !== 'number') return <span className="text-3">Not scored</span>
  const hint =
    typeof percentile === 'number'
      ? `More likely to be exploited than ${formatPercent(Math.min(percentile, 0.99))} of all known vulnerabilities`
      : undefined
  return (
    <span data-hint={hint} className="text-2">
      {formatPercent(score)}
    </span>
  )
}

function FixVersion({ row }: { row: Finding }) {
  const versions = (row.fix_recommendations ?? []).flatMap(({ version }) => version ?? [])
  const [first] = versions
  if (!first) return <span className="text-3">None known</span>
  return (
    <span title={versions.join(', ')} className="font-mono text-xs text-2">
      {first}
      {versions.length > 1 && ` +${versions.length - 1}`}
    </span>
  )
}

function Advisory({ row }: { row: Finding }) {
  if (row.is_malicious) return <span className="font-medium text-danger">Malicious package</span>
  const id = row.vulnerability_identifier
  return id ? (
    <span title={id} className="font-mono text-xs text-2">
      {id}
    </span>
  ) : (
    <span className="text-3">No advisory</span>
  )
}

/** The columns of supply-chain findings. */
export const supplyChainColumns = column.columns([
  severityColumn(92),
  column.display({
    id: 'package',
    header: 'Package',
    meta: { fits: true, bar: 80, grows: true, natural: 240 },
    cell: ({ row }) => <PackageLink row={row.original} />,
  }),
  column.display({
    id: 'advisory',
    header: 'Advisory',
    meta: { bar: 85, natural: 168, show: 'w-34 @min-[1160px]:w-42' },
    cell: ({ row }) => <Advisory row={row.original} />,
  }),
  column.display({
    id: 'location',
    header: 'Location',
    meta: {
      fits: true,
      sort: 'repository',
      bar: 85,
      grows: true,
      show: 'hidden w-[22%] @min-[860px]:table-cell @min-[1160px]:w-[24%]',
    },
    cell: ({ row }) => <Location row={row.original} shortProject />,
  }),
  marksColumn(72, 'hidden @min-[1280px]:table-cell'),
  column.display({
    id: 'reachability',
    header: 'Reachability',
    meta: { width: 104, bar: 75, show: 'hidden @min-[680px]:table-cell' },
    cell: ({ row }) => <Reachability row={row.original} />,
  }),
  column.display({
    id: 'epss',
    header: 'EPSS',
    meta: { width: 92, align: 'end', sort: '-epss', bar: 60, show: 'hidden @min-[980px]:table-cell' },
    cell: ({ row }) => <Epss row={row.original} />,
  }),
  column.display({
    id: 'fix',
    header: 'Fixed in',
    meta: { width: 96, bar: 60, show: 'hidden @min-[1120px]:table-cell' },
    cell: ({ row }) => <FixVersion row={row.original} />,
  }),
  statusColumn(104),
  ageColumn('hidden @min-[480px]:table-cell'),
])
