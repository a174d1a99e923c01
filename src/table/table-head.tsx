import type { HeaderGroup } from '@tanstack/react-table'
import { ColumnHead } from './column-head.tsx'
import type { Features } from './columns.ts'
import type { Sort } from './sort.ts'

interface TableHeadProps<T extends object> {
  groups: HeaderGroup<Features, T>[]
  sort: Sort | undefined
  onSort: (sort: string) => void
}

/** The heads of the columns. */
export function TableHead<T extends object>({ groups, ...sorting }: TableHeadProps<T>) {
  return (
    <thead>
      {groups.map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          {group.headers.map((header) => (
            <ColumnHead key={header.id} header={header} {...sorting} />
          ))}
        </tr>
      ))}
    </thead>
  )
}
