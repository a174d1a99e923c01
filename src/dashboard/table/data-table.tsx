import {
  Suspense,
  useCallback,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { classes } from '#ui/classes.ts'
import { lazy } from '#ui/lazy.tsx'
import { ActivityBar } from '#ui/status/activity-bar.tsx'
import type { TableRow } from './columns/columns.ts'
import { GroupHeaders } from './columns/group-headers.tsx'
import { TableHeader } from './columns/table-header.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { pageRows } from './dimensions.ts'
import { labels } from './labels.ts'
import { type RowWindow, withRow } from './rows/row-window.ts'
import { type RenderedRow, TableCards, TableRows } from './rows/table-rows.tsx'
import { useDetailRow } from './rows/use-detail-row.ts'
import { useRowEvents } from './rows/use-row-events.ts'
import { useFocusFollows, useRowFocus } from './rows/use-row-focus.ts'
import { useRows } from './rows/use-rows.ts'
import { useVisibleRows } from './rows/use-visible-rows.ts'
import { useAfterPaint } from './use-after-paint.ts'
import { usePhone } from './use-phone.ts'

// Not needed for the first screen, so it is loaded after the first paint.
const VirtualRows = lazy(() => import('./rows/virtual-rows.ts').then((module) => module.VirtualRows))

const nothing: never[] = []

interface RenderedRowsOptions<T extends object> {
  props: DataTableProps<T>
  window: RowWindow
  model: readonly { id: string }[]
  rowsById: Record<string, TableRow<T>>
  isPhone: boolean
  activeId: string | undefined
  onPress: RenderedRow<T>['state']['onPress']
}

/** Returns the rows of the window with everything that determines their rendering. */
function renderedRows<T extends object>(options: RenderedRowsOptions<T>): RenderedRow<T>[] {
  const { props, window, model, rowsById, isPhone, activeId, onPress } = options
  const { columns, displayRows, start, openId, selection, detail, brief, isDimmed } = props
  return window.rows.flatMap(({ index, gap }) => {
    const id = model[index]?.id
    if (id === undefined) return []
    const state = {
      id,
      level: displayRows?.[index]?.level,
      columns,
      ordinal: start === undefined ? undefined : start + index + 1,
      active: id === (activeId ?? model[0]?.id),
      open: id === openId,
      dimmed: isDimmed(id),
      selected: selection?.has(id),
      onPress,
    }
    const row = rowsById[id]
    const text = row && window.brief?.has(index) ? brief?.(row.original) : undefined
    const box = text === undefined ? selection?.checkbox({ ...state, phone: isPhone }) : undefined
    return {
      row,
      displayRow: displayRows?.[index],
      gap,
      state: { ...state, box, text },
      detail: detail?.id === id ? detail.content : undefined,
    }
  })
}

/** Manages the rows, their focus, and the table's methods for the page. */
function useTable<T extends object>(props: DataTableProps<T>) {
  const { displayRows, detail, restore, twoLines = false } = props
  const isPhone = usePhone()
  const scroller = useRef<HTMLDivElement>(null)
  const headerSlot = useRef<HTMLDivElement>(null)
  const beforeSlot = useRef<HTMLDivElement>(null)
  const table = useRows({ columns: props.columns, data: props.rows ?? nothing, getRowId: props.rowId })
  const { rows: dataRows, rowsById } = table.getRowModel()
  const model: readonly { id: string }[] = displayRows ?? dataRows
  const count = model.length
  const ids = useCallback((index: number) => model[index]?.id, [model])
  const isInert = (index: number) => displayRows?.[index]?.inert === true
  const focus = useRowFocus({ count, ids, isInert, initial: restore?.active })
  const [detailHeight, detailRef] = useDetailRow(scroller)
  const detailIndex = detail ? model.findIndex(({ id }) => id === detail.id) : -1
  const initialScrollTop = restore?.scrollTop
  const visible = useVisibleRows({
    ...{ scroller, count, isPhone, twoLines, detailIndex, detailHeight, initialScrollTop },
  })
  const { rowHeight } = visible.layout
  useFocusFollows({ scroller, focus, reveal: visible.reveal })
  // The content under a row must be completely visible.
  const reveal = useEffectEvent(visible.reveal)
  useLayoutEffect(() => {
    if (detailIndex >= 0 && detailHeight > 0) reveal(detailIndex)
  }, [detailIndex, detailHeight])
  useImperativeHandle(props.ref, () => ({
    active: () => focus.activeId,
    activate: focus.activate,
    focusRow: focus.focusRow,
    enter: () => {
      const id = focus.activeId ?? model[0]?.id
      if (id !== undefined) focus.focusRow(id)
      return id !== undefined
    },
    move: (key) => focus.move(key, pageRows(scroller.current, rowHeight)),
    scrollElement: () => scroller.current,
    headerSlot: () => headerSlot.current,
    beforeSlot: () => beforeSlot.current,
  }))
  const { onPress, onKeyDown } = useRowEvents({ props, scroller, focus, rowHeight })
  // The focused row stays rendered even if preceding rows move it outside the measured window.
  const window = withRow(visible.window, visible.layout, focus.index)
  const rows = renderedRows({ props, window, model, rowsById, isPhone, activeId: focus.activeId, onPress })
  const slots = { scroller, headerSlot, beforeSlot, detailRef }
  return { table, rows, count, focus, visible, window, isPhone, slots, onKeyDown }
}

/** The data table of all lists: real table semantics, rows rendered only where they are visible, one focused row. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { sort, onSort, selection, arrangement, twoLines = false } = props
  const { table, rows, count, focus, visible, window, isPhone, slots, onKeyDown } = useTable(props)
  const { layout, initialOffset, onWindow } = visible
  const isPainted = useAfterPaint(count > 0)
  const isLoading = props.rows === undefined && !props.error
  const groups = table.getHeaderGroups()
  const covered = selection?.isToolbarOpen || props.groupHeaders !== undefined
  // Memoized while only the window moves: it costs as much as three rows.
  const header = useMemo(
    () => <TableHeader {...{ groups, sort, onSort, arrangement, covered }} box={selection?.headerCheckbox} />,
    [groups, sort, onSort, arrangement, selection?.headerCheckbox, covered],
  )
  const content = { props, rows, isLoading, after: window.after, detailRef: slots.detailRef }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={slots.headerSlot}
        className="pointer-events-none absolute inset-x-0 top-0 z-20 *:pointer-events-auto max-sm:top-auto max-sm:bottom-0"
      />
      <div
        ref={slots.beforeSlot}
        className="shrink-0 not-empty:pt-8 max-sm:order-last max-sm:not-empty:pt-0 max-sm:not-empty:pb-14"
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys on the rows inside. */}
      <div
        ref={slots.scroller}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const id = focus.onFocus(event)
          if (id !== undefined) props.onActive?.(id)
        }}
        aria-busy={isLoading || props.refreshing || undefined}
        className={`scroll-area @container min-h-0 flex-1 [contain:strict] ${twoLines ? 'two-line-rows' : ''}`}
      >
        {!isPhone && <GroupHeaders>{props.groupHeaders}</GroupHeaders>}
        {isPhone ? <TableCards {...content} /> : <TableRows {...content} header={header} />}
        {count === 0 && (props.error || (!isLoading && props.empty))}
      </div>
      {count > 0 && isPainted && (
        <Suspense>
          <VirtualRows
            {...{ scroller: slots.scroller, layout, initialOffset, onWindow }}
            pinned={focus.index}
            brief={props.brief !== undefined && !isPhone}
          />
        </Suspense>
      )}
      <TableStatus props={props} count={count} isPhone={isPhone} />
    </div>
  )
}

interface TableStatusProps {
  props: Pick<DataTableProps<object>, 'refreshing' | 'error'>
  count: number
  isPhone: boolean
}

/** Shown over the loaded rows: others are loading, or failed to load. */
function TableStatus({ props, count, isPhone }: TableStatusProps) {
  return (
    <>
      {props.refreshing && (
        <div
          role="progressbar"
          aria-label={labels.loading}
          className={classes('absolute inset-x-0 z-20 h-0.5 text-accent', isPhone ? 'top-0' : 'top-8')}
        >
          <ActivityBar />
        </div>
      )}
      {props.error && count > 0 && (
        <div className="absolute inset-x-0 bottom-0 z-20 border-t border-line bg-surface-1">
          {props.error}
        </div>
      )}
    </>
  )
}
