import { useSyncExternalStore } from 'react'

/** A displayed triage that is not saved on the service. */
export interface Unsaved {
  /** It is sent again automatically once the service responds or the person has signed in. */
  isWaiting: boolean
  /** A description of the triage: "Ignored". */
  text: string
  retry: () => void
}

const unsaved = new Map<number, Unsaved>()
const listeners = new Set<() => void>()

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Leaving the page discards waiting triages. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function watchLeaving(): void {
  const isWaiting = [...unsaved.values()].some((one) => one.isWaiting)
  if (isWaiting) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

/** Marks findings whose triage is not saved. */
export function markUnsaved(ids: readonly number[], state: Unsaved): void {
  for (const id of ids) unsaved.set(id, state)
  watchLeaving()
  notifyListeners()
}

/** Unmarks findings: the triage is saved or replaced by another one. */
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

/** Returns the unsaved triage of a finding; undefined if there is none. */
export function useUnsaved(id: number): Unsaved | undefined {
  return useSyncExternalStore(
    subscribe,
    () => unsaved.get(id),
    () => undefined,
  )
}
