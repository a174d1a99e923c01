import type { Finding } from '#api/dialects/dialects.ts'
import { daysUntilDue, dueText } from '#features/due.ts'
import { ownerLabels } from '#features/owners/labels.ts'
import { untilText } from '#features/triage/end-text.ts'
import { reasonLabel } from '#features/triage/row-labels.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { exactTime } from '#lib/time/instant.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { Time } from '#ui/text/time.tsx'
import { columnLabels } from '../labels.ts'
import { useList } from '../list/list-context.ts'
import { Text } from './text-cell.tsx'

const column = columnsOf<Finding>()

const dueLabels = { title: 'Due', none: 'No due date' } as const

function TriagedAt({ row }: { row: Finding }) {
  const { now } = useList()
  return (
    <span className="text-2">
      <Time value={row.triaged_at} now={now} form="short" />
    </span>
  )
}

function DueAt({ row: { due_at: due } }: { row: Finding }) {
  const { now } = useList()
  if (!due) return <span className="text-3">{dueLabels.none}</span>
  return (
    <time dateTime={due} data-hint={exactTime(new Date(due))} className="whitespace-nowrap">
      {dueText(daysUntilDue(due, now))}
    </time>
  )
}

const whyIgnored = ({ triage_reason: reason, ignored_until: until, ignore_ends: ends }: Finding) =>
  [reasonLabel(reason), untilText(until, ends)].filter(Boolean).join(' ')

/** Columns for who triaged a finding, when and why. */
export const triageColumns = column.columns([
  column.display({
    id: 'due',
    header: dueLabels.title,
    meta: { naturalWidth: 152, sort: 'due_at', bar: 70 },
    cell: ({ row }) => <DueAt row={row.original} />,
  }),
  column.display({
    id: 'reason',
    header: columnLabels.reason,
    meta: { naturalWidth: 132, bar: 60 },
    cell: ({ row }) => <Text value={whyIgnored(row.original)} />,
  }),
  column.display({
    id: 'note',
    header: columnLabels.note,
    meta: { naturalWidth: 260, bar: 80 },
    cell: ({ row }) => <Text value={row.original.triage_comment} />,
  }),
  column.display({
    id: 'owner',
    header: ownerLabels.owner,
    meta: { naturalWidth: 140, bar: 70 },
    cell: ({ row }) => <Text value={row.original.owner && ownerName(row.original.owner)} />,
  }),
  column.display({
    id: 'triaged_by',
    header: columnLabels.triagedBy,
    meta: { naturalWidth: 140, bar: 70 },
    cell: ({ row }) => <Text value={row.original.triaged_by} />,
  }),
  column.display({
    id: 'triaged',
    header: columnLabels.triaged,
    meta: { naturalWidth: 84, align: 'end', sort: '-triaged_at', bar: 60 },
    cell: ({ row }) => <TriagedAt row={row.original} />,
  }),
])
