import type { ReactNode, Ref } from 'react'
import { classes } from '#ui/classes.ts'
import type { TableRow } from '../columns/columns.ts'
import type { DataTableProps } from '../data-table-props.ts'
import { selectionFooterHeight } from '../dimensions.ts'
import { Cells, DataCard, DataRow, type RowProps } from './data-row.tsx'
import type { DisplayRow } from './display-row.ts'
import { RowAfterGap } from './row-after-gap.tsx'
import { SkeletonCards, SkeletonRows } from './skeleton-rows.tsx'

/** A rendered row: a data row, or a row that renders itself, and the content under it. */
export interface RenderedRow<T extends object> {
  row: TableRow<T> | undefined
  displayRow: DisplayRow | undefined
  /** Empty space before it, in pixels. */
  gap: number
  state: Omit<RowProps, 'item' | 'render'>
  detail: ReactNode
}

interface TableRowsProps<T extends object> {
  props: DataTableProps<T>
  rows: readonly RenderedRow<T>[]
  isLoading: boolean
  /** Empty space after the last row, in pixels. */
  after: number
  detailRef: Ref<HTMLLIElement & HTMLTableRowElement>
}

function renderDisplayRow<T extends object>(
  { displayRow, state: { active, selected, box, onPress } }: RenderedRow<T>,
  { phone, span }: { phone: boolean; span: number },
): ReactNode {
  return displayRow?.render?.({ id: displayRow.id, active, phone, span, selected, box, onPress })
}

const withoutBox = 'no-box'

/** The rows as cards, for a phone. */
export function TableCards<T extends object>({
  props,
  rows,
  isLoading,
  after,
  detailRef,
}: TableRowsProps<T>) {
  const { selection, label, skeletonRows, columns, card } = props
  return (
    <ul
      aria-label={label}
      className={selection === null ? withoutBox : undefined}
      style={{ paddingBottom: after + (selection?.isToolbarOpen ? selectionFooterHeight : 0) }}
    >
      {isLoading && <SkeletonCards count={Math.min(8, skeletonRows)} />}
      {rows.map((rendered) => {
        const { row, gap, state, detail } = rendered
        return (
          <RowAfterGap key={state.id} gap={gap} as="li">
            {row ? (
              <DataCard {...state} item={row.original} render={() => card(row.original)} />
            ) : (
              renderDisplayRow(rendered, { phone: true, span: columns.length + 1 })
            )}
            {detail !== undefined && (
              <li ref={detailRef} className="border-b border-line bg-surface-1 p-3">
                {detail}
              </li>
            )}
          </RowAfterGap>
        )
      })}
    </ul>
  )
}

/** The rows as a table, under its header. */
export function TableRows<T extends object>({
  props,
  rows,
  isLoading,
  after,
  detailRef,
  header,
}: TableRowsProps<T> & { header: ReactNode }) {
  const { selection, label, skeletonRows, columns, displayRows, total, arrangement } = props
  const span = columns.length + 1
  return (
    <table
      role={displayRows && 'treegrid'}
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      style={arrangement?.table}
      className={classes(
        'w-full table-fixed border-separate border-spacing-0',
        selection === null && withoutBox,
        arrangement?.className,
      )}
    >
      {header}
      <tbody>
        {isLoading && <SkeletonRows columns={columns.map(({ meta }) => meta ?? {})} count={skeletonRows} />}
        {rows.map((rendered) => {
          const { row, gap, state, detail } = rendered
          return (
            <RowAfterGap key={state.id} gap={gap} as="tr">
              {row ? (
                <DataRow {...state} item={row.original} render={() => <Cells row={row} />} />
              ) : (
                renderDisplayRow(rendered, { phone: false, span })
              )}
              {detail !== undefined && (
                <tr ref={detailRef}>
                  <td colSpan={span} className="border-b border-line bg-surface-1 px-4 py-2">
                    {detail}
                  </td>
                </tr>
              )}
            </RowAfterGap>
          )
        })}
        {after > 0 && (
          <tr aria-hidden>
            <td style={{ height: after, padding: 0 }} />
          </tr>
        )}
      </tbody>
    </table>
  )
}
