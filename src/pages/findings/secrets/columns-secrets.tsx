import type { Finding } from '#api/dialects.ts'
import { isSecretRow } from '#api/secret-row.ts'
import { Severity } from '#parts/severity.tsx'
import { Status } from '#parts/status.tsx'
import { columnsOf } from '#table/columns.ts'
import { Age, FindingLink, Location, Marks } from '../cells.tsx'
import { useList } from '../list-context.ts'
import { Validation } from './validation.tsx'

const column = columnsOf<Finding>()

/** The kind of a secret as the link to it; the secret itself is nowhere. */
export function SecretLink({ row }: { row: Finding }) {
  const kind = isSecretRow(row) ? row.secret.type : undefined
  return kind ? <FindingLink row={row} title={kind} /> : <FindingLink row={row} />
}

/** Whether it works, as far as that is known. */
export function Works({ row }: { row: Finding }) {
  const { now } = useList()
  const secret = isSecretRow(row) ? row.secret : undefined
  return <Validation short value={secret?.validationState} at={secret?.validatedAt} now={now} />
}

/** The columns of secrets. */
export const secretColumns = column.columns([
  column.display({
    id: 'severity',
    header: 'Severity',
    meta: { fits: true, width: 92, sort: '-severity', bar: 80 },
    cell: ({ row }) => <Severity value={row.original.severity} />,
  }),
  column.display({
    id: 'kind',
    header: 'Kind',
    meta: { fits: true, sort: 'rule', bar: 80, grows: true, natural: 200 },
    cell: ({ row }) => <SecretLink row={row.original} />,
  }),
  column.display({
    id: 'location',
    header: 'Place',
    meta: {
      fits: true,
      sort: 'repository',
      bar: 85,
      grows: true,
      show: 'hidden w-[32%] @min-[600px]:table-cell @min-[1200px]:w-[36%]',
    },
    cell: ({ row }) => <Location row={row.original} />,
  }),
  column.display({
    id: 'works',
    header: 'Works',
    meta: { width: 176, bar: 75, show: 'hidden @min-[820px]:table-cell' },
    cell: ({ row }) => <Works row={row.original} />,
  }),
  column.display({
    id: 'marks',
    header: 'Marks',
    meta: { width: 84, bar: 40, show: 'hidden @min-[1000px]:table-cell' },
    cell: ({ row }) => <Marks row={row.original} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { fits: true, width: 104, bar: 75, show: 'hidden @min-[480px]:table-cell' },
    cell: ({ row }) => <Status value={row.original.status} />,
  }),
  column.display({
    id: 'age',
    header: 'Age',
    meta: {
      fits: true,
      width: 76,
      align: 'end',
      sort: '-relevant_since',
      bar: 60,
    },
    cell: ({ row }) => <Age row={row.original} />,
  }),
])
