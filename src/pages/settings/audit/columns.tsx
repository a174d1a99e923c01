import { Link } from '#parts/link.tsx'
import { columnsOf } from '#table/columns.ts'
import { Time } from '#ui/time.tsx'
import { actionWords } from './action-words.ts'
import { type AuditEvent, moreOf, targetOf } from './event-words.ts'

/** An event as a row, with what its cells need beside it. */
export interface AuditRow {
  event: AuditEvent
  deployment: string
  now: Date
}

const column = columnsOf<AuditRow>()
const cut = 'block truncate'

/** What it was done to, a link where that has a page. */
function Target({ row: { event, deployment } }: { row: AuditRow }) {
  const target = targetOf(deployment, event)
  if (!target) return <span className="text-3">–</span>
  const { words, to } = target
  if (to === undefined) {
    return (
      <span title={words} className={cut}>
        <bdi>{words}</bdi>
      </span>
    )
  }
  return (
    <Link
      to={to}
      tabIndex={-1}
      title={words}
      className={`${cut} text-1 underline decoration-line underline-offset-2 hover:decoration-current`}
    >
      <bdi>{words}</bdi>
    </Link>
  )
}

/** The columns of the audit log. */
export const auditColumns = column.columns([
  column.display({
    id: 'what',
    header: 'What',
    meta: { fits: true, width: 200, bar: 70 },
    cell: ({ row: { original } }) => (
      <span title={original.event.action} className={`${cut} font-medium`}>
        {actionWords(original.event.action)}
      </span>
    ),
  }),
  column.display({
    id: 'on',
    header: 'On',
    meta: { fits: true, bar: 60, show: 'w-[26%]' },
    cell: ({ row }) => <Target row={row.original} />,
  }),
  column.display({
    id: 'more',
    header: 'Detail',
    meta: { fits: true, grows: true, show: 'hidden @min-[760px]:table-cell' },
    cell: ({ row: { original } }) => {
      const words = moreOf(original.event)
      return (
        <span title={words} className={`${cut} text-2`}>
          <bdi>{words}</bdi>
        </span>
      )
    },
  }),
  column.display({
    id: 'who',
    header: 'Who',
    meta: { fits: true, width: 150, bar: 70 },
    cell: ({ row: { original } }) => (
      <span title={original.event.actor} className={cut}>
        <bdi>{original.event.actor}</bdi>
      </span>
    ),
  }),
  column.display({
    id: 'when',
    header: 'When',
    meta: { fits: true, width: 84, align: 'end', bar: 60 },
    cell: ({ row: { original } }) => <Time value={original.event.at} now={original.now} form="short" />,
  }),
])

/** An event on a phone. */
export function AuditCard(row: AuditRow) {
  const { event, now } = row
  return (
    <div className="flex h-full flex-col justify-between">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{actionWords(event.action)}</span>
        <Time value={event.at} now={now} form="short" />
      </div>
      <Target row={row} />
      <div className="flex gap-3 text-2">
        <span className="min-w-0 flex-1 truncate">
          <bdi>{moreOf(event)}</bdi>
        </span>
        <span className="max-w-1/2 shrink-0 truncate">
          <bdi>{event.actor}</bdi>
        </span>
      </div>
    </div>
  )
}
