import type { HeaderGroup } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { labels } from '../labels.ts'
import type { Sort } from '../sort.ts'
import type { Arrangement } from './arrangement.ts'
import { ColumnHeader } from './column-header.tsx'
import type { Features } from './columns.ts'

interface TableHeaderProps<T extends object> {
  groups: HeaderGroup<Features, T>[]
  sort: Sort | undefined
  onSort: (sort: string) => void
  /** The checkbox of all rows. */
  box: ReactNode
  /** All headers except the first one are covered. */
  covered: boolean | undefined
  arrangement: Arrangement | undefined
}

/** The headers of the columns. */
export function TableHeader<T extends object>({ groups, box, ...rest }: TableHeaderProps<T>) {
  return (
    <thead>
      {groups.map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          <th scope="col" className="sticky top-0 z-10 w-9 border-b border-line bg-surface-0 pl-4 text-left">
            {/* A `th` without text does not count as a header, and the checkbox is rendered after the first rows. */}
            {box ?? <span className="sr-only">{labels.selection}</span>}
          </th>
          {group.headers.map((header) => (
            <ColumnHeader key={header.id} header={header} {...rest} />
          ))}
        </tr>
      ))}
    </thead>
  )
}
