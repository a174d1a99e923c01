import type { ScanSummary } from '#contract/answers/scans.ts'
import { formatNumber } from '#lib/format.ts'
import { placePaths } from '#lib/place-paths.ts'
import { refWords } from '#lib/ref-words.ts'
import { formatDuration } from '#lib/units.ts'
import { Link } from '#parts/link.tsx'
import { productWords } from '#parts/project-lists.ts'
import { scanKindWord, scanProductWord } from '#parts/scan-labels.ts'
import { ScanStatus } from '#parts/scan-status.tsx'
import { columnsOf } from '#table/columns.ts'
import { Time } from '#ui/time.tsx'

/** A scan as a row, with what its cells need beside it. */
export interface ScanRow {
  scan: ScanSummary
  deployment: string
  now: Date
}

const column = columnsOf<ScanRow>()
const linkLook = 'font-medium text-1 no-underline hover:underline'

export function ScanLink({ row: { scan, deployment } }: { row: ScanRow }) {
  return (
    <Link
      to={placePaths.scan(deployment, scan.id)}
      tabIndex={-1}
      aria-label={`Scan ${scan.id}`}
      className={`${linkLook} tabular-nums`}
    >
      {scan.id}
    </Link>
  )
}

export function ScanProject({ row: { scan, deployment } }: { row: ScanRow }) {
  const name = scan.repository?.name
  if (!name) return <span className="text-3">Project {scan.repository_id ?? 'not known'}</span>
  return (
    <Link
      to={placePaths.project(deployment, name)}
      tabIndex={-1}
      title={name}
      className="block truncate font-mono text-xs text-1 no-underline hover:underline"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

export function ScanTook({ row: { scan } }: { row: ScanRow }) {
  return typeof scan.total_time === 'number' ? formatDuration(scan.total_time) : <Unknown />
}

const keys = { sast: 'code', sca: 'supply_chain', secrets: 'secrets' } as const

/** What a scan reported; undefined while it has not ended, since nobody knows then. */
export function countsOf(scan: ScanSummary) {
  const unfinished = /_(RUNNING|PENDING)$/.test(scan.status ?? '')
  return unfinished ? undefined : (scan.findings_counts ?? undefined)
}

/** What the scan reported, by product. No list counts it: a finding may have been fixed or moved since. */
export function ScanFindings({ row: { scan } }: { row: ScanRow }) {
  const counts = countsOf(scan)
  if (!counts) return <Unknown />
  const parts = productWords.map(
    ([type, word]) => `${formatNumber(counts[keys[type]])} ${word.toLowerCase()}`,
  )
  return (
    <span data-hint={`As this scan reported them: ${parts.join(', ')}`} className="flex justify-end gap-2">
      {productWords.map(([type, word]) => (
        <span key={type} className={counts[keys[type]] === 0 ? 'w-12 text-3' : 'w-12'}>
          {formatNumber(counts[keys[type]])}
          <span className="sr-only"> {word}</span>
        </span>
      ))}
    </span>
  )
}

function Unknown() {
  return (
    <span className="text-3">
      –<span className="sr-only"> not known</span>
    </span>
  )
}

/** The columns of the list of scans. They leave from the right as the table grows narrow. */
export const scanColumns = column.columns([
  column.display({
    id: 'scan',
    header: 'Scan',
    meta: { fits: true, width: 84, bar: 60 },
    cell: ({ row }) => <ScanLink row={row.original} />,
  }),
  column.display({
    id: 'project',
    header: 'Project',
    meta: { fits: true, bar: 70, grows: true },
    cell: ({ row }) => <ScanProject row={row.original} />,
  }),
  column.display({
    id: 'ref',
    header: 'Branch',
    meta: { fits: true, bar: 60, show: 'hidden w-[17%] @min-[560px]:table-cell' },
    cell: ({ row: { original } }) => (
      <span title={original.scan.branch ?? undefined} className="block truncate font-mono text-xs text-2">
        <bdi>{refWords(original.scan.branch ?? '') || '–'}</bdi>
      </span>
    ),
  }),
  column.display({
    id: 'commit',
    header: 'Commit',
    meta: { fits: true, width: 92, bar: 70, show: 'hidden @min-[1040px]:table-cell' },
    cell: ({ row: { original } }) => (
      <span title={original.scan.commit ?? undefined} className="block truncate font-mono text-xs text-2">
        {original.scan.commit?.slice(0, 8) || '–'}
      </span>
    ),
  }),
  column.display({
    id: 'kind',
    header: 'Kind',
    meta: { fits: true, width: 56, show: 'hidden @min-[760px]:table-cell' },
    cell: ({ row }) => scanKindWord(row.original.scan.is_full_scan),
  }),
  column.display({
    id: 'products',
    header: 'Products',
    meta: { fits: true, width: 180, show: 'hidden @min-[1160px]:table-cell' },
    cell: ({ row }) => {
      const words = (row.original.scan.enabled_products ?? []).map(scanProductWord).join(', ')
      return (
        <span title={words} className="block truncate text-2">
          {words || '–'}
        </span>
      )
    },
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { fits: true, width: 128 },
    cell: ({ row }) => (
      <ScanStatus value={row.original.scan.status} ended={Boolean(row.original.scan.completed_at)} />
    ),
  }),
  column.display({
    id: 'findings',
    header: () => (
      <span className="flex justify-end gap-2">
        <span className="sr-only">Findings reported: </span>
        {['Code', 'Supply', 'Secrets'].map((word) => (
          <span key={word} className="w-12">
            {word}
          </span>
        ))}
      </span>
    ),
    meta: {
      fits: true,
      word: 'Findings',
      width: 184,
      align: 'end',
      show: 'hidden @min-[900px]:table-cell',
    },
    cell: ({ row }) => <ScanFindings row={row.original} />,
  }),
  column.display({
    id: 'took',
    header: 'Took',
    meta: { fits: true, width: 100, align: 'end', bar: 60, show: 'hidden @min-[640px]:table-cell' },
    cell: ({ row }) => <ScanTook row={row.original} />,
  }),
  column.display({
    id: 'started',
    header: 'Started',
    meta: { fits: true, width: 84, align: 'end', bar: 60 },
    cell: ({ row: { original } }) => (
      <Time value={original.scan.started_at} now={original.now} form="short" what="Started" />
    ),
  }),
])
