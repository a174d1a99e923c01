import type { SbomExport } from '#contract/responses/sbom.ts'
import { Link } from '#features/link.tsx'
import { complete } from '#features/sbom/completeness.ts'
import { ExportActions } from '#features/sbom/exports/export-actions.tsx'
import { type ExportState, ExportStateBadge, exportName } from '#features/sbom/exports/export-state.tsx'
import { formatLabel } from '#features/sbom/formats.ts'
import { labels as sbomLabels } from '#features/sbom/labels.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { formatBytes } from '#lib/text/units.ts'
import { parseInstant } from '#lib/time/instant.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { Time } from '#ui/text/time.tsx'
import { labels } from './labels.ts'

/** An export row, with the data that its cells need. */
export interface ExportRow {
  made: SbomExport
  state: ExportState
  deployment: string
  now: Date
}

const column = columnsOf<ExportRow>()
const cut = 'block truncate'
const minute = 60_000
const linkStyles = 'text-1 no-underline hover:underline'

/** The exported project, linked, or the whole deployment. */
export function ExportOf({ row: { made, deployment } }: { row: ExportRow }) {
  const isDeployment = !made.repositoryId
  if (isDeployment) return <span className={`${cut} font-medium`}>{sbomLabels.deployment}</span>
  const words = exportName(made)
  if (!made.name) return <span className={`${cut} font-medium`}>{words}</span>
  return (
    <Link
      to={settingsPaths.project(deployment, made.name)}
      tabIndex={-1}
      title={words}
      // No wider than its text, so that a press next to it opens the row.
      className={`${cut} ${linkStyles} w-fit max-w-full font-medium`}
    >
      <bdi>{words}</bdi>
    </Link>
  )
}

/** The exported scan and its age at the time of export. */
export function ExportScan({ row: { made, deployment } }: { row: ExportRow }) {
  const { scanId, scannedAt, createdAt } = made
  const [scanned, asked] = [parseInstant(scannedAt), parseInstant(createdAt)]
  const isOld = scanned && asked && asked.getTime() - scanned.getTime() >= minute
  if (typeof scanId !== 'number')
    return <span className="text-3">{made.repositoryId ? '–' : labels.latestScans}</span>
  return (
    <span className="flex min-w-0 gap-1.5">
      <Link
        to={settingsPaths.scan(deployment, scanId)}
        tabIndex={-1}
        aria-label={labels.scan(scanId)}
        className={`${linkStyles} tabular-nums`}
      >
        {scanId}
      </Link>
      {isOld && (
        <span className="truncate text-3">
          <Time value={scanned} now={asked} form="short" what={labels.scanned} /> {labels.old}
        </span>
      )}
    </span>
  )
}

/** The columns of the export list. As the table narrows, columns are hidden from the right. */
export const exportColumns = column.columns([
  column.display({
    id: 'state',
    header: labels.columns.status,
    meta: { fits: true, width: 120, bar: 70 },
    cell: ({ row }) => <ExportStateBadge state={row.original.state} />,
  }),
  column.display({
    id: 'of',
    header: labels.columns.target,
    meta: { fits: true, bar: 70, grows: true },
    cell: ({ row }) => <ExportOf row={row.original} />,
  }),
  column.display({
    id: 'ref',
    header: labels.columns.branch,
    meta: { fits: true, width: 110, bar: 60, show: 'hidden @min-[820px]:table-cell' },
    cell: ({ row: { original } }) => (
      <span title={original.made.ref ?? undefined} className={`${cut} font-mono text-xs text-2`}>
        <bdi>{refLabel(original.made.ref ?? '') || '–'}</bdi>
      </span>
    ),
  }),
  column.display({
    id: 'commit',
    header: labels.columns.commit,
    meta: { fits: true, width: 84, bar: 70, show: 'hidden @min-[1200px]:table-cell' },
    cell: ({ row: { original } }) => (
      <span title={original.made.commit ?? undefined} className={`${cut} font-mono text-xs text-2`}>
        {original.made.commit?.slice(0, 7) || '–'}
      </span>
    ),
  }),
  column.display({
    id: 'scan',
    header: labels.columns.scan,
    meta: { fits: true, width: 116, bar: 60, show: 'hidden @min-[920px]:table-cell' },
    cell: ({ row }) => <ExportScan row={row.original} />,
  }),
  column.display({
    id: 'format',
    header: labels.columns.format,
    meta: { fits: true, width: 148, bar: 70, show: 'hidden @min-[620px]:table-cell' },
    cell: ({ row }) => <span className={cut}>{formatLabel(row.original.made)}</span>,
  }),
  column.display({
    id: 'elements',
    header: labels.columns.elements,
    meta: { fits: true, width: 92, bar: 60, show: 'hidden @min-[1300px]:table-cell' },
    cell: ({ row }) => <ExportElements row={row.original} />,
  }),
  column.display({
    id: 'size',
    header: labels.columns.size,
    meta: { fits: true, width: 84, align: 'end', bar: 60, show: 'hidden @min-[1080px]:table-cell' },
    cell: ({ row: { original } }) =>
      typeof original.made.size === 'number' ? (
        formatBytes(original.made.size)
      ) : (
        <span className="text-3">–</span>
      ),
  }),
  column.display({
    id: 'by',
    header: labels.columns.createdBy,
    meta: { fits: true, width: 116, bar: 60, show: 'hidden @min-[720px]:table-cell' },
    cell: ({ row: { original } }) => (
      <span title={original.made.createdBy ?? undefined} className={cut}>
        <bdi>{original.made.createdBy || '–'}</bdi>
      </span>
    ),
  }),
  column.display({
    id: 'when',
    header: labels.columns.created,
    meta: { fits: true, width: 72, align: 'end', bar: 60, show: 'hidden @min-[480px]:table-cell' },
    cell: ({ row: { original } }) => (
      <Time value={original.made.createdAt} now={original.now} form="short" what={labels.requested} />
    ),
  }),
  column.display({
    id: 'kept',
    header: labels.columns.expires,
    meta: { fits: true, width: 80, align: 'end', bar: 60, show: 'hidden @min-[1380px]:table-cell' },
    cell: ({ row: { original } }) => (
      <Time
        value={original.state === 'ready' ? original.made.expiresAt : null}
        now={original.now}
        form="short"
        what={labels.keptUntil}
      />
    ),
  }),
  column.display({
    id: 'action',
    header: () => <span className="sr-only">{labels.columns.actions}</span>,
    meta: { fits: true, label: labels.columns.actions, width: 132, align: 'end', bar: 60 },
    cell: ({ row: { original } }) => (
      <span className="flex justify-end">
        <ExportActions
          deployment={original.deployment}
          made={original.made}
          state={original.state}
          tabIndex={-1}
        />
      </span>
    ),
  }),
])

/** The number of minimum elements that every component has. */
function ExportElements({ row: { made } }: { row: ExportRow }) {
  const completeness = made.completeness && complete(made.completeness)
  if (!completeness) return <span className="text-3">–</span>
  return (
    <span data-hint={labels.elementsHint} className={cut}>
      {labels.elements(completeness.whole, completeness.all)}
    </span>
  )
}

/** The card of an export on a phone. */
export function ExportCard(row: ExportRow) {
  const { made, state, deployment, now } = row
  return (
    <div className="flex h-full flex-col justify-between">
      <div className="flex items-center gap-3">
        <ExportStateBadge state={state} />
        <span className="min-w-0 flex-1 truncate text-right text-2">
          <bdi>{made.createdBy}</bdi>
        </span>
        <Time value={made.createdAt} now={now} form="short" what={labels.requested} />
      </div>
      <ExportOf row={row} />
      <div className="flex items-center gap-3 text-2">
        <span className="min-w-0 flex-1 truncate">
          {[formatLabel(made), made.ref && refLabel(made.ref)].filter(Boolean).join(' · ')}
        </span>
        <ExportActions deployment={deployment} made={made} state={state} tabIndex={-1} />
      </div>
    </div>
  )
}
