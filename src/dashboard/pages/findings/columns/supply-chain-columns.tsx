import type { Finding } from '#api/dialects/dialects.ts'
import type { Density } from '#features/appearance.ts'
import { formatPercent } from '#lib/text/format.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { cellLabels, columnLabels } from '../labels.ts'
import { useList } from '../list/list-context.ts'
import { FindingLink, TitleCell } from './cells.tsx'
import {
  ageColumn,
  type DefaultColumns,
  flagsColumn,
  locationColumn,
  severityColumn,
  statusColumn,
} from './default-columns.tsx'
import { humanize } from './humanize.ts'

const column = columnsOf<Finding>()

/** Package and version as the link to the finding, otherwise the title of the rule. */
export function PackageLink({ row }: { row: Finding }) {
  const { package: name, version } = row.found_dependency ?? {}
  return name ? <FindingLink row={row} title={name} end={version ?? undefined} /> : <FindingLink row={row} />
}

const reachable: Readonly<Record<string, string>> = cellLabels.reachabilities

/** A missing analysis is "Not analyzed", never "no". */
export function Reachability({ row }: { row: Finding }) {
  const value = row.reachability
  if (!value || value === 'unknown') return <span className="text-3">{cellLabels.notAnalyzed}</span>
  const known = Object.hasOwn(reachable, value) ? reachable[value] : undefined
  const condition = row.reachable_condition
  return (
    <span data-hint={condition ? cellLabels.reachableIf(condition) : undefined} className="text-2">
      {known ?? humanize(value)}
    </span>
  )
}

/** A missing score is "No EPSS score", never 0. */
export function Epss({ row }: { row: Finding }) {
  const { score, percentile } = row.epss_score ?? {}
  if (typeof score !== 'number') return <span className="text-3">{cellLabels.noEpss}</span>
  const hint =
    typeof percentile === 'number'
      ? cellLabels.percentile(formatPercent(Math.min(percentile, 0.99)))
      : undefined
  return (
    <span data-hint={hint} className="text-2">
      {formatPercent(score)}
    </span>
  )
}

function FixVersion({ row }: { row: Finding }) {
  const own = row.found_dependency?.package
  // A version of another package, which brings this one, says nothing without its name.
  const versions = (row.fix_recommendations ?? [])
    .map((one) => [one.package === own ? '' : one.package, one.version].filter(Boolean).join(' '))
    .join(', ')
  if (!versions) return <span className="text-3">{cellLabels.unknown}</span>
  return (
    <span title={versions} className="block truncate font-mono text-xs text-2">
      {versions}
    </span>
  )
}

function Advisory({ row }: { row: Finding }) {
  if (row.is_malicious) return <span className="font-medium text-danger">{cellLabels.malicious}</span>
  const id = row.vulnerability_identifier
  return id ? (
    <span title={id} className="font-mono text-xs text-2">
      {id}
    </span>
  ) : (
    <span className="text-3">{cellLabels.noAdvisory}</span>
  )
}

/** The advisory next to the package, unless it has its own column. */
function AdvisoryLink({ row }: { row: Finding }) {
  return useList().columns.has('advisory') ? null : <Advisory row={row} />
}

const advisoryColumn = column.display({
  id: 'advisory',
  header: columnLabels.advisory,
  meta: { bar: 85, naturalWidth: 168, show: 'hidden w-34 @min-[560px]:table-cell @min-[1160px]:w-42' },
  cell: ({ row }) => <Advisory row={row.original} />,
})

/** One-line rows have separate columns for advisory and location, so the other columns are hidden sooner. */
const of = (density: Density) => {
  const compact = density === 'compact'
  return column.columns([
    severityColumn(),
    column.display({
      id: 'package',
      header: columnLabels.package,
      meta: { fits: true, bar: 80, grows: true, naturalWidth: 240 },
      cell: ({ row }) => (
        <TitleCell row={row.original} lockfile end={<AdvisoryLink row={row.original} />}>
          <PackageLink row={row.original} />
        </TitleCell>
      ),
    }),
    ...(compact ? [advisoryColumn, locationColumn('@min-[600px]:w-[24%]', true)] : []),
    flagsColumn(compact ? '@min-[1320px]:w-28' : '@min-[1080px]:w-28'),
    column.display({
      id: 'reachability',
      header: columnLabels.reachability,
      meta: {
        width: 104,
        bar: 75,
        show: compact ? 'hidden @min-[860px]:table-cell' : 'hidden @min-[680px]:table-cell',
      },
      cell: ({ row }) => <Reachability row={row.original} />,
    }),
    column.display({
      id: 'epss',
      header: columnLabels.epss,
      meta: {
        width: 116,
        align: 'end',
        sort: '-epss',
        bar: 60,
        show: compact ? 'hidden @min-[1080px]:table-cell' : 'hidden @min-[860px]:table-cell',
      },
      cell: ({ row }) => <Epss row={row.original} />,
    }),
    column.display({
      id: 'fix',
      header: columnLabels.fix,
      meta: {
        width: 96,
        bar: 60,
        show: compact ? 'hidden @min-[1200px]:table-cell' : 'hidden @min-[960px]:table-cell',
      },
      cell: ({ row }) => <FixVersion row={row.original} />,
    }),
    statusColumn(),
    ageColumn(),
  ])
}

/** The columns of supply-chain findings. */
export const supplyChainColumns: DefaultColumns = { default: of('default'), compact: of('compact') }
