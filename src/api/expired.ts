const listeners = new Set<() => void>()

/** Calls back each time the service says that there is no session. Gives a function that ends it. */
export function onExpired(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells everybody who listens that there is no session any more. */
export function sayExpired(): void {
  for (const listener of listeners) listener()
}
