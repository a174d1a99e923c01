import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { briefRows, type Drawn, filled, none } from './brief-rows.ts'
import { overscan, type RowLayout, type RowWindow, windowOf } from './row-window.ts'

/** A frame that took less leaves time for a few rows more, in milliseconds. */
const quick = 25
const atOnce = 3

interface VirtualRowsProps {
  scroller: RefObject<HTMLElement | null>
  layout: RowLayout
  /** Stays drawn wherever the scroller is, so that the focus is never lost. */
  keep: number | undefined
  initialOffset: number
  onWindow: (window: RowWindow) => void
}

/**
 * Watches the scroller and says which rows are to be drawn. It draws nothing, so that it can be loaded after the first
 * rows are on screen: until then the table shows the first screen as it is.
 */
export function VirtualRows({ scroller, layout, keep, initialOffset, onWindow }: VirtualRowsProps) {
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
  const latest = useRef({ isScrolling, layout, onWindow })
  useLayoutEffect(() => {
    latest.current = { isScrolling, layout, onWindow }
    drawn.current = { indexes, brief: briefRows(drawn.current, indexes, isScrolling) }
    onWindow({ ...windowOf(layout, indexes), brief: drawn.current.brief })
  })
  // What is one text gets its cells, a few rows a frame, as soon as the frames leave time for it.
  useEffect(() => {
    let before = performance.now()
    const fill = (now: number) => {
      const { indexes, brief } = drawn.current
      const { isScrolling, layout, onWindow } = latest.current
      if (brief.size > 0 && (!isScrolling || now - before < quick)) {
        drawn.current = { indexes, brief: filled({ indexes, brief }, atOnce) }
        onWindow({ ...windowOf(layout, indexes), brief: drawn.current.brief })
      }
      before = now
      frame = drawn.current.brief.size > 0 ? requestAnimationFrame(fill) : undefined
    }
    let frame = drawn.current.brief.size > 0 ? requestAnimationFrame(fill) : undefined
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [isScrolling, indexes[0]])
  return null
}
