import { createUndoStack } from '../undo-stack.ts'

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
const undoableFor = 24 * 60 * 60 * 1000
/** How many decisions of a session are kept to be undone by key. */
export const mostUndoable = 200
const storageKey = 'gatehouse.undo'

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

function readStored(): Undoable[] {
  try {
    return readUndoStack(sessionStorage.getItem(storageKey))
  } catch {
    return []
  }
}

function store(entries: readonly Undoable[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // Private windows may refuse; the stack in memory still serves.
  }
}

/**
 * The decisions of this tab's session. They outlive a reload, so that `u` still undoes what was decided before
 * it; a browser that refuses to store keeps them as long as the page.
 */
export const undoSession = createUndoStack({
  most: mostUndoable,
  keyOf: ({ changeId }: Undoable) => changeId,
  isLive: ({ at }) => Date.now() - at < undoableFor,
  storage: { read: readStored, write: store },
})
