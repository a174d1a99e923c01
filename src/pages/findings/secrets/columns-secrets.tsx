import type { Finding } from '#api/dialects.ts'
import { isSecretRow } from '#api/secret-row.ts'
import { columnsOf } from '#table/columns.ts'
import { FindingLink, Location } from '../cells.tsx'
import { useList } from '../list-context.ts'
import { ageColumn, marksColumn, severityColumn, statusColumn } from '../usual-columns.tsx'
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
  severityColumn(92),
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
  marksColumn(84, 'hidden @min-[1000px]:table-cell'),
  statusColumn(104),
  ageColumn(),
])
