import { HintHost } from '#ui/hint-host.tsx'
import { LiveRegion } from '#ui/live-region.tsx'
import { ToastGate } from '#ui/toast-gate.tsx'
import { Anywhere } from './anywhere.tsx'
import { SessionGate } from './session-gate.tsx'
import { useArrival } from './use-arrival.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

/** What every page has and nobody sees: hints, toasts, what is said aloud, arrivals, and the end of the session. */
export function Attendants() {
  useArrival()
  useScrollMemory()
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
