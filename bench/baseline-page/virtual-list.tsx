import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Head, Line, useFindingsTable } from './columns.tsx'
import { findingsOptions } from './findings.ts'

/** The same table with the rows in sight alone in the document. */
export function VirtualList() {
  const [search] = useSearchParams()
  const { data } = useQuery(findingsOptions(search.get('page_size') ?? '100'))
  const table = useFindingsTable(data)
  const area = useRef<HTMLDivElement>(null)
  const { rows } = table.getRowModel()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => area.current,
    estimateSize: () => 36,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div className="area" ref={area}>
      <Link to="?page_size=3000">3000</Link>
      <table>
        <Head table={table} />
        <tbody>
          <tr>
            <td className="space" style={{ height: before }} />
          </tr>
          {items.map(({ index }) => {
            const row = rows[index]
            return row && <Line key={row.id} table={table} row={row} />
          })}
          <tr>
            <td className="space" style={{ height: after }} />
          </tr>
        </tbody>
      </table>
    </div>
  )
}
