import type { Finding } from '#api/dialects/dialects.ts'
import type { PageType } from '#lib/urls/paths.ts'

/** The findings of one new ticket. */
export interface TicketRequest {
  deployment: string
  type: PageType
  findings: readonly Finding[]
}

let present: TicketRequest | undefined
const listeners = new Set<() => void>()

function set(request: TicketRequest | undefined): void {
  present = request
  for (const listener of listeners) listener()
}

/** Opens the tracker for a new ticket about these findings, then offers to link the created ticket. */
export function requestTicket(deployment: string, type: PageType, findings: readonly Finding[]): void {
  if (findings.length > 0) set({ deployment, type, findings })
}

export function closeTicket(): void {
  set(undefined)
}

export function ticketRequest(): TicketRequest | undefined {
  return present
}

export function onTicketRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
