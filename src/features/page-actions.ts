import { useEffect, useRef } from 'react'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'

/** What a menu of the page holds, and what that menu is of. */
interface Offer {
  of: string
  entries: readonly MenuEntry[]
  /** They are listed only where somebody asks for them. */
  asked?: boolean | undefined
}

const offers = new Set<() => Offer>()

/** Offers what a menu of the page holds to whoever lists all that can be done here, as long as it is drawn. */
export function useOffered(offer: Offer): void {
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
export function offered(): Offer[] {
  return [...offers].map((offer) => offer())
}
