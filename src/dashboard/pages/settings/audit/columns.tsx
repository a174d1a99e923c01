import { Link } from '#features/link.tsx'
import { columnsOf } from '#table/columns/columns.ts'
import { Sentence } from '#ui/text/sentence.tsx'
import { Time } from '#ui/text/time.tsx'
import { TruncateStart } from '#ui/text/truncate-start.tsx'
import { summaryOf, targetOf } from './event-summary.ts'
import type { AuditEvent } from './event-values.ts'
import { actionLabel, labels } from './labels.ts'

/** An event row, with the data that its cells need. */
export interface AuditRow {
  event: AuditEvent
  deployment: string
  now: Date
}

const column = columnsOf<AuditRow>()
const cut = 'block truncate'
const link = `${cut} min-w-0 underline decoration-line underline-offset-2 hover:decoration-current`

/** An empty cell. */
function Nothing({ reason }: { reason: string }) {
  return (
    <span className="text-3">
      <span aria-hidden>–</span>
      <span className="sr-only">{reason}</span>
    </span>
  )
}

/** The target of the event, linked if it has a page. */
function Target({ row: { event, deployment } }: { row: AuditRow }) {
  const target = targetOf(deployment, event)
  if (!target) return <Nothing reason={labels.noTarget} />
  const { text, to, project, after } = target
  if (to === undefined) {
    return (
      <span title={text} className={cut}>
        <bdi>{text}</bdi>
      </span>
    )
  }
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <Link to={to} tabIndex={-1} title={text} className={`${link} min-w-12! shrink text-1`}>
        <bdi>{text}</bdi>
      </Link>
      {after && <span className="shrink-0 text-2">{after}</span>}
      {project && (
        // Project names are distinguished by their end, findings by their start.
        <Link
          to={project.to}
          tabIndex={-1}
          title={project.name}
          className={`${link} max-w-2/5 ${after ? 'shrink' : 'shrink-0'} text-2`}
        >
          <TruncateStart text={project.name} />
        </Link>
      )}
    </span>
  )
}

/** The columns of the audit log. */
export const auditColumns = column.columns([
  column.display({
    id: 'what',
    header: labels.columns.action,
    meta: { fits: true, bar: 70, show: 'w-48' },
    cell: ({ row: { original } }) => (
      <span title={original.event.action} className={`${cut} font-medium`}>
        {actionLabel(original.event.action)}
      </span>
    ),
  }),
  column.display({
    id: 'on',
    header: labels.columns.target,
    meta: { fits: true, bar: 60, show: '@min-[760px]:w-[32%]' },
    cell: ({ row }) => <Target row={row.original} />,
  }),
  column.display({
    id: 'more',
    header: labels.columns.details,
    meta: { fits: true, grows: true, show: 'hidden @min-[760px]:table-cell' },
    cell: ({ row: { original } }) => {
      const words = summaryOf(original.deployment, original.event)
      if (words === '') return <Nothing reason={labels.noDetails} />
      return (
        <span title={words} className={`${cut} text-2`}>
          <Sentence text={words} />
        </span>
      )
    },
  }),
  column.display({
    id: 'who',
    header: labels.columns.actor,
    meta: { fits: true, bar: 70, show: 'w-28 @min-[760px]:w-34' },
    cell: ({ row: { original } }) => (
      <span title={original.event.actor} className={cut}>
        <bdi>{original.event.actor}</bdi>
      </span>
    ),
  }),
  column.display({
    id: 'when',
    header: labels.columns.time,
    meta: { fits: true, align: 'end', bar: 60, show: 'w-18 @min-[760px]:w-21' },
    cell: ({ row: { original } }) => <Time value={original.event.at} now={original.now} form="short" />,
  }),
])

/** The card of an event on a phone. */
export function AuditCard(row: AuditRow) {
  const { event, deployment, now } = row
  return (
    <div className="flex h-full flex-col justify-between">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{actionLabel(event.action)}</span>
        <Time value={event.at} now={now} form="short" />
      </div>
      <Target row={row} />
      <div className="flex gap-3 text-2">
        <span className="min-w-0 flex-1 truncate">
          <Sentence text={summaryOf(deployment, event)} />
        </span>
        <span className="max-w-1/2 shrink-0 truncate">
          <bdi>{event.actor}</bdi>
        </span>
      </div>
    </div>
  )
}
