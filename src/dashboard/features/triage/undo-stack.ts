import { createUndoStack } from '../undo-stack.ts'

/** A triage of this session that can be undone. */
export interface Undoable {
  deployment: string
  /** The id from the service's response. */
  changeId: string
  /** The job that made the change; undoing it undoes the job. */
  jobId?: string
  /** A description: "Ignored as false positive". */
  what: string
  ids: readonly number[]
  /** The time of the triage, in milliseconds since the epoch. */
  at: number
}

/** How long the service can undo a triage. Source: docs/api.md#undo. */
const undoableFor = 24 * 60 * 60 * 1000
/** The number of triages per session that are kept for undo by key. */
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

/** Parses a stored stack; invalid entries are omitted. */
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
    // Private windows may refuse storage; the stack in memory still works.
  }
}

/**
 * The triages of this tab's session. They survive a reload, so that `u` can still undo earlier ones; without storage
 * they last until the page is closed.
 */
export const undoSession = createUndoStack({
  most: mostUndoable,
  keyOf: ({ changeId }: Undoable) => changeId,
  isLive: ({ at }) => Date.now() - at < undoableFor,
  storage: { read: readStored, write: store },
})
