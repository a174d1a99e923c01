import { useSyncExternalStore } from 'react'

/** A decision that a row shows or showed and the service does not have. */
export interface Unsaved {
  /** It is sent again by itself once the service answers, or the person signed in. */
  isWaiting: boolean
  /** What was decided: "Ignored". */
  text: string
  retry: () => void
}

const unsaved = new Map<number, Unsaved>()
const listeners = new Set<() => void>()

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** A page that is left takes decisions that wait with it. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function watchLeaving(): void {
  const isWaiting = [...unsaved.values()].some((one) => one.isWaiting)
  if (isWaiting) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

/** Marks findings whose decision the service does not have. */
export function markUnsaved(ids: readonly number[], state: Unsaved): void {
  for (const id of ids) unsaved.set(id, state)
  watchLeaving()
  notifyListeners()
}

/** Takes the marks off: the service has the decision, or another one takes its place. */
export function clearUnsaved(ids: readonly number[]): void {
  const removed = ids.filter((id) => unsaved.delete(id))
  if (removed.length === 0) return
  watchLeaving()
  notifyListeners()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What of a finding is not saved; undefined where all is. */
export function useUnsaved(id: number): Unsaved | undefined {
  return useSyncExternalStore(
    subscribe,
    () => unsaved.get(id),
    () => undefined,
  )
}
