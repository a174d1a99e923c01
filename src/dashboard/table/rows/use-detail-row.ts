import { type RefObject, useCallback, useState } from 'react'

/** Returns the height of the content under a row, and the ref of its element. */
export function useDetailRow(scroller: RefObject<HTMLElement | null>) {
  const [height, setHeight] = useState(0)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const measure = () => {
        // A colspan must not include hidden columns: they would take their space again.
        const heads = scroller.current?.querySelectorAll<HTMLElement>('thead th') ?? []
        const visible = [...heads].filter(({ offsetWidth }) => offsetWidth)
        element.querySelector('td')?.setAttribute('colspan', `${visible.length}`)
        setHeight(element.offsetHeight)
      }
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [scroller],
  )
  return [height, ref] as const
}
