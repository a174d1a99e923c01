/** A decision of this session that can be undone. */
export interface Undoable {
  deployment: string
  /** As the service named it in its answer. */
  changeId: string
  /** It was made by this job, and is undone with it. */
  jobId?: string
  /** What was done: "Ignored as false positive". */
  what: string
  ids: readonly number[]
  /** When it was decided, in milliseconds since the epoch. */
  at: number
}

/** How long the service takes a decision back. Source: docs/api.md#undo. */
export const undoableFor = 24 * 60 * 60 * 1000
/** How many decisions of a session are kept to be undone by key. */
export const mostUndoable = 200
const storageKey = 'gatehouse.undo'

/** The stack with one more decision on top; the oldest ones give way. */
export function pushUndo(stack: readonly Undoable[], entry: Undoable): Undoable[] {
  return [...stack.filter(({ changeId }) => changeId !== entry.changeId), entry].slice(-mostUndoable)
}

/** The newest decision in this deployment that the service would still take back. */
export function topUndo(stack: readonly Undoable[], deployment: string, now: number): Undoable | undefined {
  return stack.findLast((entry) => entry.deployment === deployment && now - entry.at < undoableFor)
}

/** The stack without one decision: it was undone, or it no longer can be. */
export function dropUndo(stack: readonly Undoable[], changeId: string): Undoable[] {
  return stack.filter((entry) => entry.changeId !== changeId)
}

function isUndoable(value: unknown): value is Undoable {
  return (
    typeof value === 'object' &&
    value !== null &&
    'deployment' in value &&
    typeof value.deployment === 'string' &&
    'changeId' in value &&
    typeof value.changeId === 'string' &&
    (!('jobId' in value) || typeof value.jobId === 'string') &&
    'what' in value &&
    typeof value.what === 'string' &&
    'at' in value &&
    typeof value.at === 'number' &&
    'ids' in value &&
    Array.isArray(value.ids) &&
    value.ids.every((id) => typeof id === 'number')
  )
}

/** The stack out of a stored text; what is not one of ours is left out. */
export function readUndoStack(text: string | null): Undoable[] {
  if (!text) return []
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.filter(isUndoable) : []
  } catch {
    return []
  }
}

/**
 * The decisions of this tab's session. They outlive a reload, so that `u` still undoes what was decided before
 * it; a browser that refuses to store keeps them as long as the page.
 */
function createSession() {
  let stack: Undoable[] | undefined
  const current = () => {
    if (stack) return stack
    try {
      stack = readUndoStack(sessionStorage.getItem(storageKey))
    } catch {
      stack = []
    }
    return stack
  }
  const keep = (next: Undoable[]) => {
    stack = next
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // Private windows may refuse; the stack in memory still serves.
    }
  }
  return {
    push: (entry: Undoable) => keep(pushUndo(current(), entry)),
    top: (deployment: string) => topUndo(current(), deployment, Date.now()),
    drop: (changeId: string) => keep(dropUndo(current(), changeId)),
  }
}

export const undoSession = createSession()
