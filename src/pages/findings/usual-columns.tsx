import type { Finding } from '#api/dialects.ts'
import { Severity } from '#parts/severity.tsx'
import { RowStatus } from '#parts/triage/row-status.tsx'
import { columnsOf } from '#table/columns.ts'
import { Age } from './cells.tsx'
import { Flags } from './flags.tsx'

const column = columnsOf<Finding>()

// The columns that every list of findings has. How wide one is and when it leaves follows from its neighbours.

export function severityColumn(width: number) {
  return column.display({
    id: 'severity',
    header: 'Severity',
    meta: { fits: true, width, sort: '-severity', bar: 80 },
    cell: ({ row }) => <Severity value={row.original.severity} />,
  })
}

export function marksColumn(width: number, show: string) {
  return column.display({
    id: 'marks',
    header: 'Flags',
    meta: { width, bar: 40, show },
    cell: ({ row }) => <Flags row={row.original} />,
  })
}

export function statusColumn(width: number) {
  return column.display({
    id: 'status',
    header: 'Status',
    meta: { fits: true, width, show: 'hidden @min-[480px]:table-cell' },
    cell: ({ row }) => <RowStatus id={row.original.id} value={row.original.status} />,
  })
}

export function ageColumn(show?: string) {
  return column.display({
    id: 'age',
    header: 'Age',
    meta: { fits: true, width: 76, align: 'end', sort: '-relevant_since', bar: 60, show },
    cell: ({ row }) => <Age row={row.original} />,
  })
}
