import { useEffect } from 'react'
import type { Location } from 'react-router'
import { HintHost } from '#ui/hint/hint-host.tsx'
import { LiveRegion } from '#ui/live-region.tsx'
import { LazyToastHost } from '#ui/toast/lazy-toast-host.tsx'
import { keepFocusOnPage } from '../focus/focus-fallback.ts'
import { useAnnounceNavigation } from '../focus/use-announce-navigation.ts'
import { useRestoreScroll } from '../focus/use-restore-scroll.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { GlobalShortcuts } from '../shortcuts/global-shortcuts.tsx'

/** Non-visual parts of every page: hints, toasts, announcements, navigation, focus, and session expiry. */
export function Controllers({ firstLocation }: { firstLocation: Location }) {
  useAnnounceNavigation(firstLocation)
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
