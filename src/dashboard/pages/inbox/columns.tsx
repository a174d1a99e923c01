import { RequestTitle } from '#features/approvals/request-title.tsx'
import { daysUntilDue, dueText } from '#features/due.ts'
import { Link } from '#features/link.tsx'
import { Severity } from '#features/severity.tsx'
import { RowStatus } from '#features/triage/row-status.tsx'
import { exactTime, parseInstant } from '#lib/time/instant.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { classes } from '#ui/classes.ts'
import { Tag } from '#ui/tag.tsx'
import { isForSeeing, itemOthers, itemPath, itemPlace, itemTitle } from './items.ts'
import { labels, reasonLabels } from './labels.ts'
import { ItemActions } from './row-actions.tsx'
import type { InboxRow } from './use-inbox.ts'

const column = columnsOf<InboxRow>()
const cut = 'block truncate'

function ItemTitle({ row }: { row: InboxRow }) {
  const { item, deployment } = row
  const title = <RequestTitle title={itemTitle(item)} others={itemOthers(item)} />
  const path = itemPath(deployment, item)
  return (
    <span className="block min-w-0">
      {path === null ? (
        <span className="text-2">{title}</span>
      ) : (
        <Link
          to={path}
          tabIndex={-1}
          title={[itemTitle(item), itemOthers(item)].join(' ').trim()}
          className="block w-fit max-w-full font-medium text-1 no-underline hover:underline"
        >
          {title}
        </Link>
      )}
      <span title={itemPlace(item)} className={`${cut} text-xs text-2`}>
        {/* Where its column is hidden. */}
        <span className="@min-[620px]:hidden">
          <Due row={row} /> ·{' '}
        </span>
        <bdi>{itemPlace(item)}</bdi>
      </span>
    </span>
  )
}

function Reasons({ row: { item } }: { row: InboxRow }) {
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {item.reasons.map((reason) => (
        <Tag key={reason} tone={reason === 'assigned' ? 'plain' : 'accent'}>
          {reasonLabels[reason] ?? reason}
        </Tag>
      ))}
    </span>
  )
}

/** Until when something has to be done, as days from now. */
function Due({ row: { item, now } }: { row: InboxRow }) {
  const instant = parseInstant(item.due_at)
  if (!instant) return <span className="text-3">{labels.noDue}</span>
  const iso = instant.toISOString()
  const days = daysUntilDue(iso, now)
  return (
    <time
      dateTime={iso}
      data-hint={exactTime(instant)}
      className={classes('whitespace-nowrap', days < 0 && 'font-medium text-danger')}
    >
      {dueText(days)}
    </time>
  )
}

const severityOf = ({ item: { finding, approval } }: InboxRow) => (finding ?? approval)?.severity

function State({ row: { item } }: { row: InboxRow }) {
  return item.finding ? <RowStatus row={item.finding} /> : null
}

/** The columns of the inbox. As the table narrows, buttons stay longest, and the due date goes under the title. */
export const inboxColumns = column.columns([
  column.display({
    id: 'severity',
    header: labels.columns.severity,
    meta: { fits: true, width: 100, bar: 70 },
    cell: ({ row: { original } }) => (original.item.scan ? null : <Severity value={severityOf(original)} />),
  }),
  column.display({
    id: 'item',
    header: labels.columns.item,
    meta: { fits: true, bar: 70, grows: true },
    cell: ({ row }) => <ItemTitle row={row.original} />,
  }),
  column.display({
    id: 'reasons',
    header: labels.columns.reasons,
    meta: { fits: true, width: 150, bar: 60, show: 'hidden @min-[760px]:table-cell' },
    cell: ({ row }) => <Reasons row={row.original} />,
  }),
  column.display({
    id: 'due',
    header: labels.columns.due,
    meta: { fits: true, width: 156, bar: 60, show: 'hidden @min-[620px]:table-cell' },
    cell: ({ row }) => <Due row={row.original} />,
  }),
  column.display({
    id: 'status',
    header: labels.columns.status,
    meta: { fits: true, width: 120, bar: 40, show: 'hidden @min-[900px]:table-cell' },
    cell: ({ row }) => <State row={row.original} />,
  }),
  column.display({
    id: 'action',
    header: () => <span className="sr-only">{labels.columns.actions}</span>,
    meta: {
      fits: true,
      label: labels.columns.actions,
      width: 168,
      align: 'end',
      bar: 60,
      show: 'hidden @min-[480px]:table-cell',
    },
    cell: ({ row: { original } }) => (
      <>
        <ItemActions row={original} />
        {/* Where its column is hidden, and there is nothing to press. */}
        {original.item.finding && !isForSeeing(original.item) && (
          <span className="flex justify-end @min-[900px]:hidden">
            <State row={original} />
          </span>
        )}
      </>
    ),
  }),
])

/** The card of an item on a phone. */
export function InboxCard({ row }: { row: InboxRow }) {
  const { item } = row
  return (
    <div className="flex h-full flex-col justify-between">
      <div className="flex items-center gap-3">
        {!item.scan && <Severity value={severityOf(row)} />}
        <span className="min-w-0 flex-1">
          <Reasons row={row} />
        </span>
        <Due row={row} />
      </div>
      <span className="font-medium">
        <RequestTitle title={itemTitle(item)} others={itemOthers(item)} />
      </span>
      <div className="flex items-center gap-3 text-2">
        <span className="min-w-0 flex-1 truncate">
          <bdi>{itemPlace(item)}</bdi>
        </span>
        {item.finding && !item.mention ? <State row={row} /> : <ItemActions row={row} />}
      </div>
    </div>
  )
}
