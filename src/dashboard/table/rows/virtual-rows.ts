import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useOnChange } from '#ui/use-on-change.ts'
import { briefRowsOf, completeRows, none, type RenderedRows } from './brief-rows.ts'
import { isSameWindow, overscan, type RowLayout, type RowWindow, windowOf } from './row-window.ts'

/** A frame shorter than this leaves time for a few more rows, in milliseconds. */
const quickFrame = 25
const rowsPerFrame = 3

/**
 * Reports the size of the scroller after layout. The library's own observer reads it at once, which forces a layout of
 * the whole page during rendering.
 */
const observeSize: VirtualizerOptions<HTMLElement, Element>['observeElementRect'] = (
  { scrollElement },
  onResize,
) => {
  if (!scrollElement) return undefined
  const observer = new ResizeObserver(([entry]) => {
    if (entry) onResize({ width: entry.contentRect.width, height: entry.contentRect.height })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

interface VirtualRowsProps {
  scroller: RefObject<HTMLElement | null>
  layout: RowLayout
  /** Stays rendered at any scroll position, so that the focus is never lost. */
  pinned: number | undefined
  initialOffset: number
  /** Whether a row can be rendered as one text while it scrolls into the window. */
  brief: boolean
  onWindow: (window: RowWindow) => void
}

/** Creates the virtualizer of the rows, whose sizes are known. */
function useRowVirtualizer({ scroller, layout, pinned, initialOffset }: VirtualRowsProps) {
  const { count, rowHeight, headerHeight, expanded } = layout
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (pinned === undefined || pinned >= range.count || indexes.includes(pinned)) return indexes
      return [...indexes, pinned].sort((a, b) => a - b)
    },
    [pinned],
  )
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (index === expanded?.index ? expanded.by : 0),
    overscan,
    scrollMargin: headerHeight,
    rangeExtractor,
    initialOffset,
    // The visible area before the first measurement.
    initialRect: { width: 0, height: innerHeight },
    observeElementRect: observeSize,
    // A new scroller is already at this position: scrolling to it would force another layout.
    scrollToFn: (offset, options, instance) => {
      if (offset !== 0 || instance.scrollOffset !== 0 || options.adjustments) {
        elementScroll(offset, options, instance)
      }
    },
    useFlushSync: false,
  })
  // The sizes depend on exactly these.
  useOnChange(`${rowHeight} ${expanded?.index} ${expanded?.by}`, () => virtualizer.measure())
  return virtualizer
}

/**
 * Observes the scroller and reports which rows to render. It renders nothing, so that it can load after the first rows
 * are on screen: until then the table shows the first screen.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { layout, brief, onWindow } = props
  const virtualizer = useRowVirtualizer(props)
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index)
  const rendered = useRef<RenderedRows>({ indexes: [], brief: none })
  const { isScrolling } = virtualizer
  const reported = useRef<RowWindow>(undefined)
  const latest = useRef({ isScrolling, layout, onWindow })
  const fillFrame = useRef<number>(undefined)
  // Rows rendered as one text get their cells, a few rows per frame, as soon as frames leave time for it.
  const fill = (before: number | undefined) => {
    fillFrame.current = requestAnimationFrame((now) => {
      const { isScrolling, layout, onWindow } = latest.current
      if (!isScrolling || (before !== undefined && now - before < quickFrame)) {
        const { indexes } = rendered.current
        rendered.current = { indexes, brief: completeRows(rendered.current, rowsPerFrame) }
        reported.current = { ...windowOf(layout, indexes), brief: rendered.current.brief }
        onWindow(reported.current)
      }
      fillFrame.current = undefined
      if (rendered.current.brief.size > 0) fill(now)
    })
  }
  useLayoutEffect(() => {
    latest.current = { isScrolling, layout, onWindow }
    rendered.current = { indexes, brief: brief ? briefRowsOf(rendered.current, indexes, isScrolling) : none }
    const next = { ...windowOf(layout, indexes), brief: rendered.current.brief }
    // Reporting the same window again would rerender the table.
    if (!isSameWindow(reported.current, next)) onWindow(next)
    reported.current = next
    if (rendered.current.brief.size > 0 && fillFrame.current === undefined) fill(undefined)
  })
  useEffect(
    () => () => {
      if (fillFrame.current !== undefined) cancelAnimationFrame(fillFrame.current)
    },
    [],
  )
  return null
}
