import { useEffect, useRef } from 'react'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'

/** What a menu of the page holds, and what that menu is of. */
interface PageActions {
  of: string
  entries: readonly MenuEntry[]
  /** They are listed only where somebody asks for them. */
  onlyInSearch?: boolean | undefined
}

const offers = new Set<() => PageActions>()

/** Offers what a menu of the page holds to whoever lists all that can be done here, as long as it is rendered. */
export function useRegisterActions(offer: PageActions): void {
  const latest = useRef(offer)
  latest.current = offer
  useEffect(() => {
    const present = () => latest.current
    offers.add(present)
    return () => {
      offers.delete(present)
    }
  }, [])
}

/** What the page offers now. */
export function registeredActions(): PageActions[] {
  return [...offers].map((offer) => offer())
}
