import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { briefRows, type Drawn, filled, none } from './brief-rows.ts'
import { overscan, type RowLayout, type RowWindow, sameWindow, windowOf } from './row-window.ts'

/** A frame that took less leaves time for a few rows more, in milliseconds. */
const quick = 25
const atOnce = 3

/**
 * Tells the size of the scroller once it is laid out. The library's own asks for it at once, which lays out the whole page
 * in the middle of what is being drawn.
 */
const observeSize: VirtualizerOptions<HTMLElement, Element>['observeElementRect'] = (
  { scrollElement },
  tell,
) => {
  if (!scrollElement) return undefined
  const observer = new ResizeObserver(([entry]) => {
    if (entry) tell({ width: entry.contentRect.width, height: entry.contentRect.height })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

interface VirtualRowsProps {
  scroller: RefObject<HTMLElement | null>
  layout: RowLayout
  /** Stays drawn wherever the scroller is, so that the focus is never lost. */
  keep: number | undefined
  initialOffset: number
  /** Whether a row can be drawn as one text while it is scrolled into the window. */
  brief: boolean
  onWindow: (window: RowWindow) => void
}

/**
 * Watches the scroller and says which rows are to be drawn. It draws nothing, so that it can be loaded after the first
 * rows are on screen: until then the table shows the first screen as it is.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { scroller, layout, keep, initialOffset, brief, onWindow } = props
  const { count, rowHeight, headHeight, grown } = layout
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (keep === undefined || keep >= range.count || indexes.includes(keep)) return indexes
      return [...indexes, keep].sort((a, b) => a - b)
    },
    [keep],
  )
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (index === grown?.index ? grown.by : 0),
    overscan,
    scrollMargin: headHeight,
    rangeExtractor,
    initialOffset,
    // What is seen before the first measurement.
    initialRect: { width: 0, height: innerHeight },
    observeElementRect: observeSize,
    // It stands there already when it is new: to be told so would lay out the page once more.
    scrollToFn: (offset, options, instance) => {
      if (offset !== 0 || instance.scrollOffset !== 0 || options.adjustments) {
        elementScroll(offset, options, instance)
      }
    },
    useFlushSync: false,
  })
  const { index: grownIndex, by: grownBy } = grown ?? {}
  // The sizes depend on exactly these.
  useLayoutEffect(() => {
    virtualizer.measure()
  }, [rowHeight, grownIndex, grownBy])

  const indexes = virtualizer.getVirtualItems().map(({ index }) => index)
  const drawn = useRef<Drawn>({ indexes: [], brief: none })
  const { isScrolling } = virtualizer
  const told = useRef<RowWindow>(undefined)
  const latest = useRef({ isScrolling, layout, onWindow })
  const filling = useRef<number>(undefined)
  // What is one text gets its cells, a few rows a frame, as soon as the frames leave time for it.
  const fill = (before: number | undefined) => {
    filling.current = requestAnimationFrame((now) => {
      const { isScrolling, layout, onWindow } = latest.current
      if (!isScrolling || (before !== undefined && now - before < quick)) {
        const { indexes } = drawn.current
        drawn.current = { indexes, brief: filled(drawn.current, atOnce) }
        told.current = { ...windowOf(layout, indexes), brief: drawn.current.brief }
        onWindow(told.current)
      }
      filling.current = undefined
      if (drawn.current.brief.size > 0) fill(now)
    })
  }
  useLayoutEffect(() => {
    latest.current = { isScrolling, layout, onWindow }
    drawn.current = { indexes, brief: brief ? briefRows(drawn.current, indexes, isScrolling) : none }
    const next = { ...windowOf(layout, indexes), brief: drawn.current.brief }
    // To be told of the same window again would render the table once more.
    if (!sameWindow(told.current, next)) onWindow(next)
    told.current = next
    if (drawn.current.brief.size > 0 && filling.current === undefined) fill(undefined)
  })
  useEffect(
    () => () => {
      if (filling.current !== undefined) cancelAnimationFrame(filling.current)
    },
    [],
  )
  return null
}
