import { useEffect, useRef } from 'react'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'

/** The entries of a page menu, and the subject of that menu. */
interface PageActions {
  of: string
  entries: readonly MenuEntry[]
  /** They are listed only in a search. */
  onlyInSearch?: boolean | undefined
}

const offers = new Set<() => PageActions>()

/** Registers the entries of a page menu for the command palette while mounted. */
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

/** Returns the actions that the page has registered. */
export function registeredActions(): PageActions[] {
  return [...offers].map((offer) => offer())
}
