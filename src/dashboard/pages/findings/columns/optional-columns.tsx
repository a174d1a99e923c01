import type { Finding } from '#api/dialects/dialects.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { parseInstant, shortAge } from '#lib/time/instant.ts'
import { httpUrl } from '#lib/urls/http-url.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { cellLabels, columnLabels } from '../labels.ts'
import { useList } from '../list/list-context.ts'
import { Text } from './text-cell.tsx'
import { triageColumns } from './triage-columns.tsx'

const column = columnsOf<Finding>()

function FirstSeen({ row }: { row: Finding }) {
  const { now } = useList()
  const first = parseInstant(row.created_at)
  if (!first) return <span className="text-3">–</span>
  return (
    <time dateTime={first.toISOString()} data-hint={first.toISOString()} className="whitespace-nowrap text-2">
      {shortAge(first, now)}
    </time>
  )
}

/** The ticket as a link if its URL is safe to follow, otherwise as text. */
function Ticket({ row }: { row: Finding }) {
  const { externalSlug, url } = row.external_ticket ?? {}
  const word = externalSlug || url
  const href = httpUrl(url)
  if (!word) return <span className="text-3">{cellLabels.noTicket}</span>
  if (!href) return <Text value={word} mono />
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      tabIndex={-1}
      title={word}
      className="text-accent"
    >
      {word}
    </a>
  )
}

/** The optional columns of any findings list. */
export const optionalColumnsForAll = column.columns([
  column.display({
    id: 'project',
    header: columnLabels.project,
    meta: { naturalWidth: 200, sort: 'repository', bar: 70 },
    cell: ({ row }) => <Text value={row.original.repository.name} mono />,
  }),
  column.display({
    id: 'branch',
    header: columnLabels.branch,
    meta: { naturalWidth: 140, bar: 60 },
    cell: ({ row }) => <Text value={row.original.ref && refLabel(row.original.ref)} mono />,
  }),
  ...triageColumns,
  column.display({
    id: 'ticket',
    header: columnLabels.ticket,
    meta: { naturalWidth: 112, bar: 60 },
    cell: ({ row }) => <Ticket row={row.original} />,
  }),
  column.display({
    id: 'first_seen',
    header: columnLabels.firstSeen,
    meta: { naturalWidth: 92, align: 'end', bar: 60 },
    cell: ({ row }) => <FirstSeen row={row.original} />,
  }),
])
