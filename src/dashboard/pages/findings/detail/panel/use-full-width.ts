import { type RefObject, useEffect, useSyncExternalStore } from 'react'

/** Below this width a list and a finding next to it are both too narrow to read. */
const query = '(width < 1024px)'

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the finding covers the window instead of being next to the list. */
export function useIsFullWidth(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

/**
 * While the finding covers the window, everything under it is inert and the finding has the focus. Live regions, toasts
 * and dialogs are outside the page's root and stay reachable.
 */
export function useCoverPage(panel: RefObject<HTMLElement | null>, covers: boolean): void {
  useEffect(() => {
    const element = panel.current
    if (!covers || !element) return undefined
    const before = document.activeElement
    const covered: HTMLElement[] = []
    for (let inside: Element = element; inside.parentElement; inside = inside.parentElement) {
      if (inside.parentElement === document.body) break
      for (const sibling of inside.parentElement.children) {
        const silent =
          sibling.querySelector('[role=status], [popover]') !== null ||
          sibling.matches('[role=status], [popover]')
        if (sibling === inside || silent || !(sibling instanceof HTMLElement) || sibling.inert) continue
        sibling.inert = true
        covered.push(sibling)
      }
    }
    element.focus({ preventScroll: true })
    return () => {
      for (const one of covered) one.inert = false
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [panel, covers])
}
