import { type RefObject, useCallback, useState } from 'react'

/** The height of what is under a row, and the ref of the element that holds it. */
export function useDetailRow(scroller: RefObject<HTMLElement | null>) {
  const [height, setHeight] = useState(0)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const measure = () => {
        // Columns that a narrow table leaves out may not be spanned: they would take their room again.
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
