import type { ScanSummary } from '#contract/responses/scans.ts'
import { Link } from '#features/link.tsx'
import { productLabels } from '#features/project-findings.ts'
import { scanKindLabel, scanProductLabel } from '#features/scan-labels.ts'
import { ScanStatus } from '#features/scan-status.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { formatDuration } from '#lib/text/units.ts'
import { commitAddress } from '#lib/urls/code-host.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { Time } from '#ui/text/time.tsx'
import { labels } from './labels.ts'

/** A scan row, with the data that its cells need. */
export interface ScanRow {
  scan: ScanSummary
  deployment: string
  now: Date
}

const column = columnsOf<ScanRow>()
const linkStyles = 'font-medium text-1 no-underline hover:underline'

export function ScanLink({ row: { scan, deployment } }: { row: ScanRow }) {
  return (
    <Link
      to={settingsPaths.scan(deployment, scan.id)}
      tabIndex={-1}
      aria-label={labels.scan(scan.id)}
      className={`${linkStyles} tabular-nums`}
    >
      {scan.id}
    </Link>
  )
}

export function ScanProject({ row: { scan, deployment } }: { row: ScanRow }) {
  const name = scan.repository?.name
  if (!name) return <span className="text-3">{labels.project(scan.repository_id)}</span>
  return (
    <Link
      to={settingsPaths.project(deployment, name)}
      tabIndex={-1}
      title={name}
      // Projects are distinguished by the end of their names.
      className="block truncate text-left font-mono text-xs text-1 no-underline [direction:rtl] hover:underline"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

export function ScanTook({ row: { scan } }: { row: ScanRow }) {
  return typeof scan.total_time === 'number' ? formatDuration(scan.total_time) : <Unknown />
}

const keys = { sast: 'code', sca: 'supply_chain', secrets: 'secrets' } as const

/** Returns the counts of a scan; undefined until it has ended, because they are unknown before. */
export function countsOf(scan: ScanSummary) {
  // Other services send zeros for scans that have not ended.
  const ended = scan.completed_at || scan.status === 'SCAN_STATUS_COMPLETED'
  return ended ? (scan.findings_counts ?? undefined) : undefined
}

/** Whether a scan is queued: a queued scan that has ended is held instead. */
const isQueued = ({ status, completed_at: ended }: ScanSummary) => status === 'SCAN_STATUS_PENDING' && !ended

/** When the scan started; a dash if it has not started. */
export function ScanStarted({ row: { scan, now } }: { row: ScanRow }) {
  if (isQueued(scan)) return <Unknown words={labels.notStarted} />
  return <Time value={scan.started_at} now={now} form="short" what={labels.columns.started} />
}

/** The commit, linked to the code host if its URL is known. */
export function ScanCommit({ row: { scan } }: { row: ScanRow }) {
  const { commit, repository } = scan
  if (!commit) return <Unknown />
  const href = commitAddress(repository?.url, commit)
  const short = commit.slice(0, 7)
  return href ? (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      tabIndex={-1}
      data-hint={labels.commitAtHost(commit)}
      className="font-mono text-xs text-accent no-underline hover:underline"
    >
      {short}
    </a>
  ) : (
    <span data-hint={labels.commit(commit)} className="font-mono text-xs text-2">
      {short}
    </span>
  )
}

/** The findings that the scan reported, by product. Not linked, since findings may have been fixed or moved since. */
export function ScanFindings({ row: { scan } }: { row: ScanRow }) {
  const counts = countsOf(scan)
  if (!counts)
    return (
      <span className="flex justify-end gap-2">
        {productLabels.map(([type, word]) => (
          <span key={type} className="w-12">
            <Unknown words={labels.unknownCount(word)} />
          </span>
        ))}
      </span>
    )
  const parts = productLabels.map(
    ([type, word]) => `${formatNumber(counts[keys[type]])} ${word.toLowerCase()}`,
  )
  return (
    <span data-hint={labels.reportedCounts(parts.join(', '))} className="flex justify-end gap-2">
      {productLabels.map(([type, word]) => (
        <span key={type} className={counts[keys[type]] === 0 ? 'w-12 text-3' : 'w-12'}>
          {formatNumber(counts[keys[type]])}
          <span className="sr-only"> {word}</span>
        </span>
      ))}
    </span>
  )
}

function Unknown({ words = labels.unknown }: { words?: string }) {
  return (
    <span className="text-3">
      <span aria-hidden>–</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** The columns of the scans list. As the table narrows, columns are hidden from the right. */
export const scanColumns = column.columns([
  column.display({
    id: 'scan',
    header: labels.columns.scan,
    meta: { fits: true, width: 72, bar: 60 },
    cell: ({ row }) => <ScanLink row={row.original} />,
  }),
  column.display({
    id: 'project',
    header: labels.columns.project,
    meta: { fits: true, bar: 70, grows: true },
    cell: ({ row }) => <ScanProject row={row.original} />,
  }),
  column.display({
    id: 'ref',
    header: labels.columns.branch,
    meta: { fits: true, bar: 60, show: 'hidden w-[14%] @min-[560px]:table-cell' },
    cell: ({ row: { original } }) => (
      <span title={original.scan.branch ?? undefined} className="block truncate font-mono text-xs text-2">
        <bdi>{refLabel(original.scan.branch ?? '') || '–'}</bdi>
      </span>
    ),
  }),
  column.display({
    id: 'commit',
    header: labels.columns.commit,
    meta: { fits: true, width: 80, bar: 70, show: 'hidden @min-[760px]:table-cell' },
    cell: ({ row }) => <ScanCommit row={row.original} />,
  }),
  column.display({
    id: 'kind',
    header: labels.columns.kind,
    meta: { fits: true, width: 56, show: 'hidden @min-[900px]:table-cell' },
    cell: ({ row }) => scanKindLabel(row.original.scan.is_full_scan),
  }),
  column.display({
    id: 'products',
    header: labels.columns.products,
    meta: { fits: true, width: 180, show: 'hidden @min-[1160px]:table-cell' },
    cell: ({ row }) => {
      const words = (row.original.scan.enabled_products ?? []).map(scanProductLabel).join(', ')
      return (
        <span title={words} className="block truncate text-2">
          {words || '–'}
        </span>
      )
    },
  }),
  column.display({
    id: 'status',
    header: labels.columns.status,
    meta: { fits: true, width: 128 },
    cell: ({ row }) => (
      <ScanStatus
        value={row.original.scan.status}
        ended={Boolean(row.original.scan.completed_at)}
        queuedAt={row.original.scan.queued_at}
        now={row.original.now}
        failure={row.original.scan.failure}
      />
    ),
  }),
  column.display({
    id: 'findings',
    header: () => (
      <span className="flex justify-end gap-2">
        <span className="sr-only">{labels.columns.countsBefore}</span>
        {labels.columns.counts.map((word) => (
          <span key={word} className="w-12">
            {word}
          </span>
        ))}
      </span>
    ),
    meta: {
      fits: true,
      label: labels.columns.findings,
      width: 184,
      align: 'end',
      show: 'hidden @min-[960px]:table-cell',
    },
    cell: ({ row }) => <ScanFindings row={row.original} />,
  }),
  column.display({
    id: 'took',
    header: labels.columns.took,
    meta: { fits: true, width: 96, align: 'end', bar: 60, show: 'hidden @min-[640px]:table-cell' },
    cell: ({ row }) => <ScanTook row={row.original} />,
  }),
  column.display({
    id: 'started',
    header: labels.columns.started,
    meta: { fits: true, width: 76, align: 'end', bar: 60 },
    cell: ({ row }) => <ScanStarted row={row.original} />,
  }),
])
