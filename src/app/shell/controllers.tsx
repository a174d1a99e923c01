import { useEffect } from 'react'
import { HintHost } from '#ui/hint/hint-host.tsx'
import { LiveRegion } from '#ui/live-region.tsx'
import { LazyToastHost } from '#ui/toast/lazy-toast-host.tsx'
import { keepFocusOnPage } from '../focus/focus-fallback.ts'
import { useArrival } from '../focus/use-announce-navigation.ts'
import { useScrollMemory } from '../focus/use-restore-scroll.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { Anywhere } from '../shortcuts/global-shortcuts.tsx'

/** What every page has and nobody sees: hints, toasts, what is said aloud, arrivals, where the focus goes, the end of the session. */
export function Attendants() {
  useArrival()
  useScrollMemory()
  useEffect(keepFocusOnPage, [])
  return (
    <>
      <SessionGate />
      <Anywhere />
      <LazyToastHost />
      <LiveRegion />
      <HintHost />
    </>
  )
}
