import { useEffect } from 'react'
import { HintHost } from '#ui/hint-host.tsx'
import { LiveRegion } from '#ui/live-region.tsx'
import { ToastGate } from '#ui/toast-gate.tsx'
import { Anywhere } from './anywhere.tsx'
import { keepFocusOnPage } from './focus-fallback.ts'
import { SessionGate } from './session-gate.tsx'
import { useArrival } from './use-arrival.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

/** What every page has and nobody sees: hints, toasts, what is said aloud, arrivals, where the focus goes, the end of the session. */
export function Attendants() {
  useArrival()
  useScrollMemory()
  useEffect(keepFocusOnPage, [])
  return (
    <>
      <SessionGate />
      <Anywhere />
      <ToastGate />
      <LiveRegion />
      <HintHost />
    </>
  )
}
