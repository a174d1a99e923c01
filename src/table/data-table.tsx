import {
  type KeyboardEvent,
  type MouseEvent,
  Suspense,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classes } from '#ui/classes.ts'
import { late } from '#ui/lazy.tsx'
import { RunningLine } from '#ui/status/activity-bar.tsx'
import { GroupHeads } from './columns/group-headers.tsx'
import { TableHead } from './columns/table-header.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { cardHeight, headHeight, overFoot, pageRows, rowHeight, screenHeight } from './dimensions.ts'
import { labels } from './labels.ts'
import { Cells, DataCard, DataRow } from './rows/data-row.tsx'
import type { TableLine } from './rows/display-row.ts'
import { Fragmented } from './rows/row-after-gap.tsx'
import { takesKeys } from './rows/row-keys.ts'
import { firstWindow, type RowLayout, type RowWindow, revealed, sameWindow } from './rows/row-window.ts'
import { SkeletonCards, SkeletonRows } from './rows/skeleton-rows.tsx'
import { useUnder } from './rows/use-detail-row.ts'
import { useFocusFollows, useRowFocus } from './rows/use-row-focus.ts'
import { useRows } from './rows/use-rows.ts'
import { usePainted } from './use-after-paint.ts'
import { usePhone } from './use-phone.ts'

// Not needed for the first screen, so it is asked for after it was painted.
const VirtualRows = late(() => import('./rows/virtual-rows.ts').then((module) => module.VirtualRows))

const nothing: never[] = []

/** The one data table: real table semantics, rows drawn only where they can be seen, one row with the focus. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const {
    rows,
    columns,
    rowId,
    lines,
    start,
    total,
    sort,
    onSort,
    selection,
    under,
    openId,
    onOpen,
    restore,
    arrangement,
    twoLines = false,
  } = props
  const phone = usePhone()
  const scroller = useRef<HTMLDivElement>(null)
  const over = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLDivElement>(null)
  const table = useRows({ columns, data: rows ?? nothing, getRowId: rowId })
  const { rows: own, rowsById } = table.getRowModel()
  const model: readonly { id: string }[] = lines ?? own
  const count = model.length
  const painted = usePainted(count > 0)
  const ids = useCallback((index: number) => model[index]?.id, [model])

  const [underHeight, underRef] = useUnder(scroller)

  const isInert = (index: number) => lines?.[index]?.inert === true
  const focus = useRowFocus({ count, ids, isInert, initial: restore?.active })
  const underIndex = under ? model.findIndex(({ id }) => id === under.id) : -1
  const layout: RowLayout = {
    count,
    rowHeight: phone ? cardHeight : rowHeight(twoLines),
    headHeight: phone ? 0 : headHeight,
    grown: underIndex < 0 ? undefined : { index: underIndex, by: underHeight },
  }
  const [initialOffset] = useState(restore?.scrollTop ?? 0)
  const [watched, setWatched] = useState<RowWindow>()
  const onWindow = useCallback(
    (next: RowWindow) => setWatched((before) => (sameWindow(before, next) ? before : next)),
    [],
  )
  const shown = watched ?? firstWindow(layout, initialOffset, screenHeight())
  const reveal = (index: number) => {
    const element = scroller.current
    if (!element) return
    const to = revealed(layout, index, element.scrollTop, element.clientHeight)
    if (to !== element.scrollTop) element.scrollTop = to
  }
  useFocusFollows({ scroller, focus, reveal })

  useImperativeHandle(props.ref, () => ({
    active: () => focus.activeId,
    activate: focus.activate,
    focusRow: focus.focusRow,
    enter: () => {
      const id = focus.activeId ?? model[0]?.id
      if (id !== undefined) focus.focusRow(id)
      return id !== undefined
    },
    move: (key) => focus.move(key, pageRows(scroller.current, layout.rowHeight)),
    scroller: () => scroller.current,
    over: () => over.current,
    before: () => before.current,
  }))

  // The line under a row must be seen whole.
  useLayoutEffect(() => {
    if (underIndex >= 0 && underHeight > 0) reveal(underIndex)
  }, [underIndex, underHeight])

  const latest = useRef(props)
  latest.current = props
  const { setActive } = focus
  const press = useCallback(
    (id: string, event: MouseEvent) => {
      latest.current.selection?.press(id, event)
      setActive(id)
      if (event.defaultPrevented || event.shiftKey || !(event.target instanceof Element)) return
      if (event.target.closest('a, button, input, label, form') || event.metaKey || event.ctrlKey) return
      if (String(getSelection() ?? '') !== '') return
      latest.current.onOpen(id)
    },
    [setActive],
  )

  const keyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || takesKeys(event.target)) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const onRow = event.target instanceof Element && event.target.closest('[data-row]')
    if (event.key === 'Enter' && event.target === onRow && focus.activeId !== undefined) {
      event.preventDefault()
      onOpen(focus.activeId)
    } else if (event.key.length > 1 && !(props.keepsScreens && event.key.startsWith('Page'))) {
      const id = focus.move(event.key, pageRows(scroller.current, layout.rowHeight))
      if (id === undefined) return
      event.preventDefault()
      props.onActive?.(id)
    }
  }

  const loading = rows === undefined && !props.failure
  const drawn = shown.rows.flatMap(({ index, gap }) => {
    const id = model[index]?.id
    if (id === undefined) return []
    const marks = {
      id,
      level: lines?.[index]?.level,
      columns,
      ordinal: start === undefined ? undefined : start + index + 1,
      active: id === (focus.activeId ?? model[0]?.id),
      open: id === openId,
      dimmed: props.isDimmed(id),
      selected: selection?.has(id),
      onPress: press,
    }
    const own = rowsById[id]
    const text = own && shown.brief?.has(index) ? props.brief?.(own.original) : undefined
    const box = text === undefined ? selection?.box({ ...marks, phone }) : undefined
    const content = under?.id === id ? under.content : undefined
    return { row: own, line: lines?.[index], gap, marks: { ...marks, box, text }, under: content }
  })
  const span = columns.length + 1
  const drawLine = (
    line: TableLine | undefined,
    { active, selected, box }: (typeof drawn)[number]['marks'],
  ) => line?.draw?.({ id: line.id, active, phone, span, selected, box, onPress: press })
  const groups = table.getHeaderGroups()
  const covered = selection?.over || props.groupHeads !== undefined
  // Kept while only the window moves: it is as much as three rows.
  const head = useMemo(
    () => <TableHead {...{ groups, sort, onSort, arrangement, covered }} box={selection?.head} />,
    [groups, sort, onSort, arrangement, selection?.head, covered],
  )
  const noBox = selection === null ? 'no-box' : undefined
  const looks = columns.map(({ meta }) => meta ?? {})
  const instead = props.failure && count === 0 ? props.failure : count === 0 && !loading && props.empty
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={over}
        className="pointer-events-none absolute inset-x-0 top-0 z-20 *:pointer-events-auto max-sm:top-auto max-sm:bottom-0"
      />
      <div
        ref={before}
        className="shrink-0 not-empty:pt-8 max-sm:order-last max-sm:not-empty:pt-0 max-sm:not-empty:pb-14"
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys on the rows inside. */}
      <div
        ref={scroller}
        onKeyDown={keyDown}
        onFocus={(event) => {
          const id = focus.onFocus(event)
          if (id !== undefined) props.onActive?.(id)
        }}
        aria-busy={loading || props.refreshing || undefined}
        className={`scroll-area @container min-h-0 flex-1 [contain:strict] ${twoLines ? 'two-line-rows' : ''}`}
      >
        {!phone && <GroupHeads>{props.groupHeads}</GroupHeads>}
        {phone ? (
          <ul
            aria-label={props.label}
            className={noBox}
            style={{ paddingBottom: shown.after + (selection?.over ? overFoot : 0) }}
          >
            {loading && <SkeletonCards count={Math.min(8, props.skeletonRows)} />}
            {drawn.map(({ row, line, gap, marks, under: content }) => (
              <Fragmented key={marks.id} gap={gap} as="li">
                {row ? (
                  <DataCard {...marks} item={row.original} draw={() => props.card(row.original)} />
                ) : (
                  drawLine(line, marks)
                )}
                {content !== undefined && (
                  <li ref={underRef} className="border-b border-line bg-surface-1 p-3">
                    {content}
                  </li>
                )}
              </Fragmented>
            ))}
          </ul>
        ) : (
          <table
            role={lines && 'treegrid'}
            aria-label={props.label}
            aria-rowcount={total === undefined ? -1 : total + 1}
            style={props.arrangement?.table}
            className={classes(
              'w-full table-fixed border-separate border-spacing-0',
              noBox,
              props.arrangement?.look,
            )}
          >
            {head}
            <tbody>
              {loading && <SkeletonRows columns={looks} count={props.skeletonRows} />}
              {drawn.map(({ row, line, gap, marks, under: content }) => (
                <Fragmented key={marks.id} gap={gap} as="tr">
                  {row ? (
                    <DataRow {...marks} item={row.original} draw={() => <Cells row={row} />} />
                  ) : (
                    drawLine(line, marks)
                  )}
                  {content !== undefined && (
                    <tr ref={underRef}>
                      <td colSpan={span} className="border-b border-line bg-surface-1 px-4 py-2">
                        {content}
                      </td>
                    </tr>
                  )}
                </Fragmented>
              ))}
              {shown.after > 0 && (
                <tr aria-hidden>
                  <td style={{ height: shown.after, padding: 0 }} />
                </tr>
              )}
            </tbody>
          </table>
        )}
        {instead}
      </div>
      {count > 0 && painted && (
        <Suspense>
          <VirtualRows
            scroller={scroller}
            layout={layout}
            keep={focus.index}
            initialOffset={initialOffset}
            brief={props.brief !== undefined && !phone}
            onWindow={onWindow}
          />
        </Suspense>
      )}
      {props.refreshing && (
        <div
          role="progressbar"
          aria-label={labels.loading}
          className={classes('absolute inset-x-0 z-20 h-0.5 text-accent', phone ? 'top-0' : 'top-8')}
        >
          <RunningLine />
        </div>
      )}
      {props.failure && count > 0 && (
        <div className="absolute inset-x-0 bottom-0 z-20 border-t border-line bg-surface-1">
          {props.failure}
        </div>
      )}
    </div>
  )
}
