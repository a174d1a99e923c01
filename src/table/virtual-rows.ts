import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect } from 'react'
import { overscan, type RowLayout, type RowWindow, windowOf } from './row-window.ts'

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
  useLayoutEffect(() => onWindow(windowOf(layout, indexes)))
  return null
}
