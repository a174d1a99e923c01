import { useSyncExternalStore } from 'react'

interface Announcement {
  text: string
  turn: number
}

let current: Announcement = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/** Has a screen reader say something politely: the result count after a filter, "Copied". */
export function announce(text: string): void {
  current = { text, turn: current.turn + 1 }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The one place from which `announce` is heard; the shell renders it once.
 * Two regions take turns, so that the same words are said again when they are true again.
 */
export function LiveRegion() {
  const { text, turn } = useSyncExternalStore(subscribe, () => current)
  return (
    <div className="sr-only">
      <p role="status">{turn % 2 === 0 ? text : ''}</p>
      <p role="status">{turn % 2 === 1 ? text : ''}</p>
    </div>
  )
}
