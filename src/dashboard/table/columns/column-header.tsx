import type { Header } from '@tanstack/react-table'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { ariaSort, nextSort, type Sort } from '../sort.ts'
import type { Arrangement } from './arrangement.ts'
import type { Features } from './columns.ts'
import { renderDefinition } from './render-definition.ts'

interface ColumnHeaderProps<T extends object> {
  header: Header<Features, T, unknown>
  sort: Sort | undefined
  onSort: (sort: string) => void
  arrangement: Arrangement | undefined
  /** The header is covered, so it is not a tab stop. */
  covered: boolean | undefined
}

/** The header of a column, a button if the list can be sorted by it. */
export function ColumnHeader<T extends object>(props: ColumnHeaderProps<T>) {
  const { header, sort, onSort, arrangement, covered } = props
  const style = header.column.columnDef.meta ?? {}
  const by = style.sort
  const order = ariaSort(by, sort)
  const name = renderDefinition(header.column.columnDef.header, header.getContext())
  return (
    <th
      scope="col"
      data-column={header.id}
      aria-sort={order}
      style={arrangement ? arrangement.head(header.column.columnDef) : { width: style.width }}
      className={classes(
        'sticky top-0 z-10 h-8 border-b border-line bg-surface-0 px-2 text-left text-xs font-medium whitespace-nowrap text-2 last:pr-4',
        style.align === 'end' && 'text-right',
        style.show,
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
        <arrangement.Grip id={header.id} label={style.label ?? `${header.column.columnDef.header}`} />
      )}
    </th>
  )
}
