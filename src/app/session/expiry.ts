let expired = false
const listeners = new Set<() => void>()

/** Whether the session of somebody who was at work has ended. */
export function isExpired(): boolean {
  return expired
}

/** Calls back when that changes. Gives a function that ends it. */
export function onExpiry(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setExpired(next: boolean): void {
  expired = next
  for (const listener of listeners) listener()
}
