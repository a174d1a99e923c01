const expiredListeners = new Set<() => void>()

/** Calls back each time the service says that there is no session. Gives a function that ends it. */
export function onSessionExpired(listener: () => void): () => void {
  expiredListeners.add(listener)
  return () => expiredListeners.delete(listener)
}

/** Tells everybody who listens that there is no session any more. */
export function notifySessionExpired(): void {
  for (const listener of expiredListeners) listener()
}

const signedInListeners = new Set<(person: string) => void>()

/** Calls back each time somebody signed in, with the person. Gives a function that ends it. */
export function onSignedIn(listener: (person: string) => void): () => void {
  signedInListeners.add(listener)
  return () => signedInListeners.delete(listener)
}

/** Tells everybody who listens that there is a session again. */
export function notifySignedIn(person: string): void {
  for (const listener of signedInListeners) listener(person)
}

let reachable = true
const reachableListeners = new Set<() => void>()

/** Whether the last call was answered, by whatever answer. */
export function isReachable(): boolean {
  return reachable
}

/** Calls back when the service stops answering, and when it answers again. Gives a function that ends it. */
export function onReachable(listener: () => void): () => void {
  reachableListeners.add(listener)
  return () => reachableListeners.delete(listener)
}

/** Notes whether a call was answered. */
export function setReachable(answered: boolean): void {
  if (reachable === answered) return
  reachable = answered
  for (const listener of reachableListeners) listener()
}
