import { createColumnHelper, type Row, tableFeatures, useTable } from '@tanstack/react-table'
import { memo } from 'react'
import type { Finding } from './findings.ts'

const features = tableFeatures({})
const column = createColumnHelper<typeof features, Finding>()

/** The columns of the list of code findings, each with its text and no more. */
const columns = column.columns([
  column.display({ id: 'box', header: '', cell: () => '' }),
  column.accessor('severity', { header: 'Severity' }),
  column.accessor((row) => row.marks?.title ?? row.rule_name, {
    id: 'finding',
    header: 'Finding',
    cell: ({ row, getValue }) => <a href={`/findings/${row.original.id}`}>{getValue()}</a>,
  }),
  column.accessor(
    ({ repository, location }) => `${repository.name} ${location?.filePath}:${location?.line}`,
    {
      id: 'location',
      header: 'Location',
    },
  ),
  column.accessor((row) => (row.marks?.other_refs ? `+${row.marks.other_refs}` : ''), {
    id: 'marks',
    header: 'Marks',
  }),
  column.accessor('confidence', { header: 'Confidence' }),
  column.accessor('status', { header: 'Status' }),
  column.accessor((row) => row.relevant_since.slice(0, 10), { id: 'age', header: 'Age' }),
])

const none: readonly Finding[] = []

export function useFindingsTable(data: readonly Finding[] | undefined) {
  return useTable({ features, columns, data: data ?? none, getRowId: (row) => String(row.id) })
}

type FindingsTable = ReturnType<typeof useFindingsTable>

export function Head({ table }: { table: FindingsTable }) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map((header) => (
            <th key={header.id}>
              <table.FlexRender header={header} />
            </th>
          ))}
        </tr>
      ))}
    </thead>
  )
}

interface LineProps {
  table: FindingsTable
  row: Row<typeof features, Finding>
}

function sameLine(before: LineProps, after: LineProps): boolean {
  return before.row === after.row
}

export const Line = memo(function Line({ table, row }: LineProps) {
  return (
    <tr data-row={row.id}>
      {row.getAllCells().map((cell) => (
        <td key={cell.id}>
          <table.FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  )
}, sameLine)
