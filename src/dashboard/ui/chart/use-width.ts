import { useLayoutEffect, useRef, useState } from 'react'

/** Returns the width of an element; 0 until it is measured. */
export function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const follow = () => setWidth(element.clientWidth)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}
