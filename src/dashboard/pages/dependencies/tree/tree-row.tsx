import type { ReactNode } from 'react'
import { FullWidthRow } from '#features/list/table/full-width-row.tsx'
import { OpenButton, OpenIcon } from '#features/list/table/open-icon.tsx'
import type { Column } from '#table/columns/columns.ts'
import type { DisplayRowState } from '#table/rows/display-row.ts'
import { classes } from '#ui/classes.ts'

export interface TreeRowProps<T extends object> {
  state: DisplayRowState
  level: 1 | 2
  open: boolean
  /** The position among its siblings, from 1, and the number of siblings. */
  position: { at: number; of: number }
  columns: readonly Column<T>[]
  /** The content of each column, by column id. */
  cells: Readonly<Record<string, ReactNode>>
  /** The name of the row, as the label of the button that opens it on a phone. */
  name: string
  /** The lines of the card under its name. */
  card: ReactNode
  onToggle: () => void
}

const edge =
  'h-(--row) border-b border-line px-2 first:pl-4 last:pr-4 whitespace-nowrap group-hover/row:bg-surface-2'

/** An expandable row of a tree: cells in the table columns, or a card on a phone. */
export function TreeRow<T extends object>(props: TreeRowProps<T>) {
  return props.state.phone ? <TreeCard {...props} /> : <TreeLine {...props} />
}

function TreeCard<T extends object>(props: TreeRowProps<T>) {
  const { state, level, open, position, columns, cells, name, card, onToggle } = props
  const [head] = columns
  return (
    <FullWidthRow state={state} level={level} position={position}>
      <div className={classes('flex h-full flex-col justify-between py-2.5', level > 1 && 'pl-4')}>
        <span className="flex min-w-0 items-center gap-2">
          {head?.id && cells[head.id]}
          <span className="flex-1" />
          <OpenButton open={open} label={name} onToggle={onToggle} />
        </span>
        {card}
      </div>
    </FullWidthRow>
  )
}

function TreeLine<T extends object>({ state, level, open, position, columns, cells }: TreeRowProps<T>) {
  const { id, active, onPress } = state
  return (
    <tr
      data-row={id}
      data-focus-key={`row ${id}`}
      aria-level={level}
      aria-expanded={open}
      aria-posinset={position.at}
      aria-setsize={position.of}
      tabIndex={active ? 0 : -1}
      onClick={(event) => onPress(id, event)}
      className="group/row cursor-default bg-surface-0 outline-offset-[-2px] outline-accent focus:outline-2"
    >
      <td className={edge} />
      {columns.map(({ id: column = '', meta }, at) => (
        <td key={column} className={classes(edge, meta?.align === 'end' && 'text-right', meta?.show)}>
          {at === 0 ? (
            <span className={classes('flex min-w-0 items-center gap-2', level > 1 && 'pl-6')}>
              <OpenIcon open={open} />
              {cells[column]}
            </span>
          ) : (
            cells[column]
          )}
        </td>
      ))}
    </tr>
  )
}
