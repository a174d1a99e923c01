import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useOpening } from '#ui/keys/use-opening.ts'
import { lazy } from '#ui/lazy.tsx'
import { closeTicket, onTicketRequest, ticketRequest } from './open-ticket.ts'

const TicketFlow = lazy(() => import('./ticket-flow.tsx').then((module) => module.TicketFlow))

/** Renders the dialogs of `requestTicket`. A page that calls it must render one. */
export function TicketHost() {
  const request = useSyncExternalStore(onTicketRequest, ticketRequest)
  useEffect(() => closeTicket, [])
  useOpening(request !== undefined)
  return request ? (
    <Suspense>
      <TicketFlow request={request} />
    </Suspense>
  ) : null
}
