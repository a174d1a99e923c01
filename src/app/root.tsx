import { Outlet } from 'react-router'
import { HintHost } from '#ui/hint-host.tsx'
import { LiveRegion } from '#ui/live-region.tsx'
import { ToastGate } from '#ui/toast-gate.tsx'
import { SessionGate } from './session-gate.tsx'
import { useArrival } from './use-arrival.ts'

/** What every page has, signed in or not: hints, toasts, what is said aloud, and the end of the session. */
export function Root() {
  useArrival()
  return (
    <>
      <Outlet />
      <SessionGate />
      <ToastGate />
      <LiveRegion />
      <HintHost />
    </>
  )
}
