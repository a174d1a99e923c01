import { type ToastRequest, toast } from '#ui/toast/toast.ts'
import { decisionText } from '../labels.ts'
import { mostUndoable, undoSession } from '../undo-stack.ts'
import type { Decision } from './decision.ts'
import { createPendingDecisions, type Triage } from './pending-decisions.ts'
import { createRequestTracker } from './request-order.ts'

// What the decisions of this page share, whichever list or detail they were made in.

export const pending = createPendingDecisions()
export const requests = createRequestTracker()
/** Ends the waiting of decisions that are not answered yet, the newest last. */
export const unanswered: AbortController[] = []
/** The triage before each decision that can be undone, so that undoing shows at once too; the oldest give way. */
export const triageBefore = new Map<string, ReadonlyMap<number, Triage>>()

/** One message about triage at a time: the newest takes the place of the one before. */
export function notify(request: ToastRequest): void {
  toast({ ...request, slot: 'decision' })
}

interface SavedDecision {
  deployment: string
  changeId: string
  decision: Decision
  ids: readonly number[]
  before: ReadonlyMap<number, Triage>
}

/** Makes a decision one that can be undone. */
export function rememberDecision({ deployment, changeId, decision, ids, before }: SavedDecision): void {
  triageBefore.set(changeId, before)
  const [oldest] = triageBefore.keys()
  if (triageBefore.size > mostUndoable && oldest !== undefined) triageBefore.delete(oldest)
  undoSession.push({
    deployment,
    changeId,
    what: decisionText(decision),
    ids: ids.slice(0, 500),
    at: Date.now(),
  })
}
