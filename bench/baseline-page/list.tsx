import { useQuery } from '@tanstack/react-query'
import { Head, Line, useFindingsTable } from './columns.tsx'
import { findingsOptions } from './findings.ts'

/** One table of 100 findings, all of them in the document. */
export function List() {
  const { data } = useQuery(findingsOptions('100'))
  const table = useFindingsTable(data)
  return (
    <div className="area">
      <table>
        <Head table={table} />
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <Line key={row.id} table={table} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
