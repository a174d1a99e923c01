import { classes } from '#ui/classes.ts'
import { Skeleton } from '#ui/status/skeleton.tsx'
import type { ColumnStyle } from '../columns/columns.ts'

// Uneven like words, but the same each time.
const lengths = [100, 82, 94, 70, 88, 76, 97]

/** Skeleton rows in the size of the rows to load. */
export function SkeletonRows({ columns, count }: { columns: readonly ColumnStyle[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden>
      <td className="border-b border-line" />
      {columns.map((style, column) => {
        const share = ((style.bar ?? 70) * (lengths[(row + column) % lengths.length] ?? 100)) / 100
        return (
          <td
            key={column}
            className={classes('h-(--row) border-b border-line px-2 first:pl-4 last:pr-4', style.show)}
          >
            <div style={{ width: `${share}%` }} className={style.align === 'end' ? 'ml-auto' : undefined}>
              <Skeleton />
            </div>
          </td>
        )
      })}
    </tr>
  ))
}

/** Skeleton cards on a phone. */
export function SkeletonCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <li key={row} aria-hidden className="flex h-24 flex-col justify-between border-b border-line px-3 py-3.5">
      <Skeleton className="w-40" />
      <Skeleton className="w-5/6" />
      <Skeleton className="w-3/5" />
    </li>
  ))
}
