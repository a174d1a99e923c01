import { type RefObject, useEffect } from 'react'
import { receivesText } from '#ui/keys/receives-text.ts'

/** Controls that Space activates. */
const pressed = 'a, button, input, label, summary, [role=button], [role=tab], [role=checkbox]'
/** The share of a screen that a page key scrolls. */
const pageShare = 0.9

/**
 * Space, Page ↓ and Page ↑ scroll the open finding even if the focus is on its row, so that it can be read from the
 * list.
 */
export function useScrollKeys(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const element = scroller.current
      if (!element || event.defaultPrevented || receivesText(event.target)) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const onControl = event.target instanceof Element && event.target.closest(pressed) !== null
      if (event.key === ' ' ? onControl : event.key !== 'PageDown' && event.key !== 'PageUp') return
      const back = event.key === 'PageUp' || (event.key === ' ' && event.shiftKey)
      event.preventDefault()
      element.scrollBy({ top: (back ? -pageShare : pageShare) * element.clientHeight })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [scroller])
}
