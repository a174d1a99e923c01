import { useSyncExternalStore } from 'react'

interface Announcement {
  text: string
  turn: number
}

let current: Announcement = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/** Announces a text politely to screen readers: the result count after a filter, "Copied". */
export function announce(text: string): void {
  current = { text, turn: current.turn + 1 }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The live region of `announce`; the shell renders it once. Two regions alternate, so that the same text is announced
 * again.
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
