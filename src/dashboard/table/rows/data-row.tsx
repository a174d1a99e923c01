import { type MouseEvent, memo, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import type { TableRow } from '../columns/columns.ts'
import { renderDefinition } from '../columns/render-definition.ts'
import { ActiveRow } from './active-row.ts'

/** The states of a row, each with a shape and a background of its own, since all may apply at once. */
interface RowState {
  /** The active row, which the keyboard acts on. */
  active: boolean
  /** Its detail is open next to the list. */
  open: boolean
  /** It was triaged here and stays until the list is refetched. */
  dimmed: boolean
  /** It is selected for the next triage; undefined until that is known. */
  selected: boolean | undefined
}

export interface RowProps extends RowState {
  id: string
  /** The row's data: the row rerenders only when this or a state changes. */
  item: object
  /** The visible columns: a change also rerenders the row. */
  columns: object
  /** The position in the whole list, from 1; undefined if unknown. */
  ordinal: number | undefined
  /** The depth in a tree of groups, from 1; undefined in a plain table. */
  level: number | undefined
  onPress: (id: string, event: MouseEvent) => void
  /** Replaces checkbox and cells while there is no time to render them. */
  text: string | undefined
  /** The checkbox that selects it. */
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
    // On the accent background, hover is shown by the line below.
    open || selected ? 'bg-accent-bg hover:[&>td]:border-accent-line' : 'bg-surface-0 hover:bg-surface-2',
  )
}

const edgeStyles =
  'border-b border-line first:group-aria-[current=true]/row:shadow-[inset_3px_0_var(--color-accent)] first:pl-4 '

/** A row of a table. */
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
          {/* A colspan must not include hidden columns, so this is positioned over the row. */}
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
