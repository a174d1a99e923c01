import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect } from 'react'

interface VirtualRows {
  scroller: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** The height of what stands in the scroller before the first row: the head. */
  headHeight: number
  /** Stays rendered wherever the scroller is, so that the focus is never lost. */
  keep: number | undefined
  /** A row with something under it, and how much higher that makes it. */
  grown: { index: number; by: number } | undefined
  /** Where the scroller stands when the rows first come. */
  initialOffset: number
}

export interface VirtualItem {
  index: number
  /** Empty space before the row, in pixels: rows that are not drawn. */
  gap: number
}

/** The rows that are drawn, those around what can be seen; the space of the others is kept. */
export function useVirtualRows(options: VirtualRows) {
  const { scroller, count, rowHeight, headHeight, keep, grown, initialOffset } = options
  const grownIndex = grown?.index
  const grownBy = grown?.by ?? 0
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
    estimateSize: (index) => rowHeight + (index === grownIndex ? grownBy : 0),
    overscan: 12,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    // What comes next is seen before the focus is there, and no notice at the foot covers it.
    scrollPaddingEnd: 3 * rowHeight,
    rangeExtractor,
    initialOffset,
    // What is seen before the first measurement, so that the first rows are there in the first frame.
    initialRect: { width: 0, height: typeof innerHeight === 'number' ? innerHeight : 800 },
    useFlushSync: false,
  })

  // The sizes depend on exactly these.
  useLayoutEffect(() => {
    virtualizer.measure()
  }, [rowHeight, grownIndex, grownBy])

  let end = headHeight
  const items: VirtualItem[] = virtualizer.getVirtualItems().map((item) => {
    const gap = Math.max(0, item.start - end)
    end = item.end
    return { index: item.index, gap }
  })
  // The library counts the margin before the first row into the offsets, but not into the total.
  const after = Math.max(0, virtualizer.getTotalSize() + headHeight - end)
  return { items, after, reveal: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }) }
}
