import { mostUndoable, undoSession } from '../undo-stack.ts'
import type { Triage } from './pending-decisions.ts'
import { triageBefore } from './session.ts'

interface SavedDecision {
  deployment: string
  changeId: string
  /** What was saved: "Marked as fixing", "Ignore requested". */
  what: string
  ids: readonly number[]
  before: ReadonlyMap<number, Triage>
}

/** Records a triage that can be undone. */
export function rememberDecision({ deployment, changeId, what, ids, before }: SavedDecision): void {
  triageBefore.set(changeId, before)
  const [oldest] = triageBefore.keys()
  if (triageBefore.size > mostUndoable && oldest !== undefined) triageBefore.delete(oldest)
  undoSession.push({
    deployment,
    changeId,
    what,
    ids: ids.slice(0, 500),
    at: Date.now(),
  })
}
