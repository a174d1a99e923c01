import { type MouseEvent, memo, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import type { TableRow } from '../columns/columns.ts'
import { renderDefinition } from '../columns/render-definition.ts'
import { ActiveRow } from './active-row.ts'

/** What a row is told by, each by a shape and a surface of its own, all at once if need be. */
interface RowState {
  /** The one row that the keyboard acts on. */
  active: boolean
  /** Its detail is open beside the list. */
  open: boolean
  /** It was decided here and stays until the list is requested again. */
  dimmed: boolean
  /** It is one of those that the next decision is for; undefined until it is known which. */
  selected: boolean | undefined
}

export interface RowProps extends RowState {
  id: string
  /** The row's data: it is rendered again only when this or a mark changes. */
  item: object
  /** The columns that are shown: other ones draw the row again, too. */
  columns: object
  /** The place in the whole list, from 1; undefined where nobody knows. */
  ordinal: number | undefined
  /** How deep it stands in a tree of groups, from 1; undefined in a plain table. */
  level: number | undefined
  onPress: (id: string, event: MouseEvent) => void
  /** Stands in place of box and cells where there is no time to render them. */
  text: string | undefined
  /** The box that selects it. */
  box: ReactNode
  render: () => ReactNode
}

function isSameRow(before: RowProps, after: RowProps): boolean {
  return (
    before.item === after.item &&
    before.columns === after.columns &&
    before.id === after.id &&
    before.ordinal === after.ordinal &&
    before.level === after.level &&
    before.text === after.text &&
    before.active === after.active &&
    before.open === after.open &&
    before.dimmed === after.dimmed &&
    before.selected === after.selected &&
    before.onPress === after.onPress
  )
}

function rowStyles({ open, dimmed, selected }: RowState): string {
  return classes(
    'group/row cursor-default outline-offset-[-2px] outline-accent focus:outline-2',
    dimmed && 'text-3 [&_a]:text-3 [&_span]:text-3',
    // On the accent's surface a hover is told by the line below.
    open || selected ? 'bg-accent-bg hover:[&>td]:border-accent-line' : 'bg-surface-0 hover:bg-surface-2',
  )
}

const edgeStyles =
  'border-b border-line first:group-aria-[current=true]/row:shadow-[inset_3px_0_var(--color-accent)] first:pl-4 '

/** One line of a table. */
export const DataRow = memo(function DataRow(props: RowProps) {
  const { id, ordinal, level, onPress, text, box, render, ...state } = props
  return (
    <tr
      data-row={id}
      data-focus-key={`row ${id}`}
      aria-rowindex={ordinal === undefined ? undefined : ordinal + 1}
      aria-level={level}
      aria-current={state.open || undefined}
      tabIndex={state.active ? 0 : -1}
      onClick={(event) => onPress(id, event)}
      className={text === undefined ? rowStyles(state) : `${rowStyles(state)} relative`}
    >
      {text === undefined ? (
        <>
          <td className={edgeStyles}>{box}</td>
          <ActiveRow value={state.active}>{render()}</ActiveRow>
        </>
      ) : (
        <td className="h-(--row) p-0">
          {/* Columns that a narrow table leaves out may not be spanned, so it lies over the row. */}
          <div className="absolute inset-0 truncate border-b border-line pl-11 leading-(--row)">{text}</div>
        </td>
      )}
    </tr>
  )
}, isSameRow)

/** A row on a phone. */
export const DataCard = memo(function DataCard(props: RowProps) {
  const { id, ordinal, level: _, text: __, onPress, box, render, ...state } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around hears the keys.
    <li
      data-row={id}
      data-focus-key={`row ${id}`}
      aria-posinset={ordinal}
      aria-setsize={ordinal === undefined ? undefined : -1}
      aria-current={state.open || undefined}
      tabIndex={state.active ? 0 : -1}
      onClick={(event) => onPress(id, event)}
      className={classes('flex h-24 overflow-hidden border-b border-line px-3 py-2.5', rowStyles(state))}
    >
      <div className="w-7">{box}</div>
      <div className="min-w-0 flex-1">
        <ActiveRow value={state.active}>{render()}</ActiveRow>
      </div>
    </li>
  )
}, isSameRow)

/** The cells of a row, in the order of the columns. */
export function Cells<T extends object>({ row }: { row: TableRow<T> }) {
  return row.getAllCells().map((cell) => {
    const style = cell.column.columnDef.meta
    return (
      <td
        key={cell.id}
        className={classes(
          edgeStyles,
          'h-(--row) px-2 last:pr-4',
          style?.fits ? 'whitespace-nowrap' : 'truncate',
          style?.align === 'end' && 'text-right',
          style?.show,
        )}
      >
        {renderDefinition(cell.column.columnDef.cell, cell.getContext())}
      </td>
    )
  })
}
