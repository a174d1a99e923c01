import { type RefObject, useCallback, useState } from 'react'
import { cardHeight, headerHeight, rowHeight, viewportHeight } from '../dimensions.ts'
import { firstWindow, isSameWindow, type RowLayout, type RowWindow, scrollTopToReveal } from './row-window.ts'

interface VisibleRowsOptions {
  scroller: RefObject<HTMLElement | null>
  count: number
  isPhone: boolean
  twoLines: boolean
  /** The index of the row with content under it, and the height of that; −1 for none. */
  detailIndex: number
  detailHeight: number
  initialScrollTop: number | undefined
}

/** Returns which rows are rendered, and how to scroll one into view. */
export function useVisibleRows(options: VisibleRowsOptions) {
  const { scroller, count, isPhone, twoLines, detailIndex, detailHeight, initialScrollTop = 0 } = options
  const layout: RowLayout = {
    count,
    rowHeight: isPhone ? cardHeight : rowHeight(twoLines),
    headerHeight: isPhone ? 0 : headerHeight,
    expanded: detailIndex < 0 ? undefined : { index: detailIndex, by: detailHeight },
  }
  const [initialOffset] = useState(initialScrollTop)
  const [measured, setMeasured] = useState<RowWindow>()
  const onWindow = useCallback(
    (next: RowWindow) => setMeasured((before) => (isSameWindow(before, next) ? before : next)),
    [],
  )
  const reveal = (index: number) => {
    const element = scroller.current
    if (!element) return
    const to = scrollTopToReveal(layout, index, element.scrollTop, element.clientHeight)
    if (to !== element.scrollTop) element.scrollTop = to
  }
  return {
    layout,
    initialOffset,
    window: measured ?? firstWindow(layout, initialOffset, viewportHeight()),
    onWindow,
    reveal,
  }
}
