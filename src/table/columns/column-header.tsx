import type { Header } from '@tanstack/react-table'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { ariaSort, nextSort, type Sort } from '../sort.ts'
import type { Arrangement } from './arrangement.ts'
import type { Features } from './columns.ts'
import { drawn } from './render-definition.ts'

interface ColumnHeadProps<T extends object> {
  header: Header<Features, T, unknown>
  sort: Sort | undefined
  onSort: (sort: string) => void
  arrangement: Arrangement | undefined
  /** Something lies over it, so Tab passes it by. */
  covered: boolean | undefined
}

/** The head of one column, a button where the list can be sorted by it. */
export function ColumnHead<T extends object>(props: ColumnHeadProps<T>) {
  const { header, sort, onSort, arrangement, covered } = props
  const look = header.column.columnDef.meta ?? {}
  const by = look.sort
  const order = ariaSort(by, sort)
  const name = drawn(header.column.columnDef.header, header.getContext())
  return (
    <th
      scope="col"
      data-column={header.id}
      aria-sort={order}
      style={arrangement ? arrangement.head(header.column.columnDef) : { width: look.width }}
      className={classes(
        'sticky top-0 z-10 h-8 border-b border-line bg-surface-0 px-2 text-left text-xs font-medium whitespace-nowrap text-2 last:pr-4',
        look.align === 'end' && 'text-right',
        look.show,
      )}
    >
      {by === undefined ? (
        name
      ) : (
        <button
          type="button"
          tabIndex={covered ? -1 : undefined}
          onClick={() => onSort(nextSort(by, sort))}
          className="-mx-1 inline-flex h-6 max-w-full items-center gap-1 rounded-sm px-1 hover:bg-surface-2 hover:text-1"
        >
          <span data-word="" className="truncate">
            {name}
          </span>
          {order !== 'none' && (
            <Icon name={order === 'ascending' ? 'arrow-up' : 'arrow-down'} className="size-3" />
          )}
        </button>
      )}
      {arrangement && !covered && (
        <arrangement.Grip id={header.id} label={look.word ?? `${header.column.columnDef.header}`} />
      )}
    </th>
  )
}
