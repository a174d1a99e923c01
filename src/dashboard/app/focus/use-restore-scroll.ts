import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useOnChange } from '#ui/use-on-change.ts'
import { mainId } from '../shell/main-id.ts'

const positions = new Map<string, number>()

/** The time limit for the page to reach its previous height, in milliseconds. */
const timeout = 3000

/**
 * Stores the scroll position of the page for each entry of this tab's history: Back restores it once the page is high
 * enough, a new page starts at the top, and a change of only the query does not scroll.
 */
export function useRestoreScroll(): void {
  const { key, pathname } = useLocation()
  const back = useNavigationType() === 'POP'

  // Another page starts at the top; another entry of the same page does not.
  useOnChange(pathname, () => {
    if (!back) document.getElementById(mainId)?.scrollTo(0, 0)
  })

  useLayoutEffect(() => {
    const element = document.getElementById(mainId)
    if (!element) return
    const note = () => positions.set(key, element.scrollTop)
    const target = back ? positions.get(key) : undefined
    let watch: ResizeObserver | undefined
    const stop = () => {
      watch?.disconnect()
      clearTimeout(timer)
      element.removeEventListener('wheel', stop)
      element.removeEventListener('pointerdown', stop)
      element.removeEventListener('keydown', stop)
    }
    const timer = setTimeout(stop, timeout)
    const restore = () => {
      if (target === undefined) return stop()
      element.scrollTop = target
      if (Math.abs(element.scrollTop - target) < 2) stop()
    }
    if (target) {
      watch = new ResizeObserver(restore)
      for (const child of element.children) watch.observe(child)
      element.addEventListener('wheel', stop, { passive: true })
      element.addEventListener('pointerdown', stop)
      element.addEventListener('keydown', stop)
    }
    restore()
    element.addEventListener('scroll', note, { passive: true })
    return () => {
      stop()
      element.removeEventListener('scroll', note)
    }
  }, [key, back])
}
