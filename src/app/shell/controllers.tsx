import { useEffect } from 'react'
import { HintHost } from '#ui/hint/hint-host.tsx'
import { LiveRegion } from '#ui/live-region.tsx'
import { LazyToastHost } from '#ui/toast/lazy-toast-host.tsx'
import { keepFocusOnPage } from '../focus/focus-fallback.ts'
import { useAnnounceNavigation } from '../focus/use-announce-navigation.ts'
import { useRestoreScroll } from '../focus/use-restore-scroll.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { GlobalShortcuts } from '../shortcuts/global-shortcuts.tsx'

/** What every page has and nobody sees: hints, toasts, what is said aloud, arrivals, where the focus goes, the end of the session. */
export function Controllers() {
  useAnnounceNavigation()
  useRestoreScroll()
  useEffect(keepFocusOnPage, [])
  return (
    <>
      <SessionGate />
      <GlobalShortcuts />
      <LazyToastHost />
      <LiveRegion />
      <HintHost />
    </>
  )
}
