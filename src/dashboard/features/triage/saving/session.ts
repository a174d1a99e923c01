import { type ToastRequest, toast } from '#ui/toast/toast.ts'
import { createPendingDecisions, type Triage } from './pending-decisions.ts'
import { createRequestTracker } from './request-order.ts'

// State shared by all triages on this page, in any list or detail.

export const pending = createPendingDecisions()
export const requests = createRequestTracker()
/** Aborts the waiting of pending triages, newest last. */
export const unanswered: AbortController[] = []
/** The state before each triage that can be undone, so that an undo is shown at once too; the oldest are dropped. */
export const triageBefore = new Map<string, ReadonlyMap<number, Triage>>()

/** Shows a toast about triage, which replaces the previous one. */
export function notify(request: ToastRequest): void {
  toast({ ...request, slot: 'decision' })
}
