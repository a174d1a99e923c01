let expired = false
const listeners = new Set<() => void>()

/** Whether the session of a signed-in person has expired. */
export function isExpired(): boolean {
  return expired
}

/** Calls the listener when that changes. Returns a function that removes it. */
export function onExpiry(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setExpired(next: boolean): void {
  expired = next
  for (const listener of listeners) listener()
}
