const expiredListeners = new Set<() => void>()

/** Calls the listener each time the service reports that there is no session. Returns a function that removes it. */
export function onSessionExpired(listener: () => void): () => void {
  expiredListeners.add(listener)
  return () => expiredListeners.delete(listener)
}

/** Notifies all listeners that the session has expired. */
export function notifySessionExpired(): void {
  for (const listener of expiredListeners) listener()
}

const signedInListeners = new Set<(person: string) => void>()

/** Calls the listener each time somebody has signed in, with the person. Returns a function that removes it. */
export function onSignedIn(listener: (person: string) => void): () => void {
  signedInListeners.add(listener)
  return () => signedInListeners.delete(listener)
}

/** Notifies all listeners that there is a session again. */
export function notifySignedIn(person: string): void {
  for (const listener of signedInListeners) listener(person)
}

let reachable = true
const reachableListeners = new Set<() => void>()

/** Whether the last call got any response. */
export function isReachable(): boolean {
  return reachable
}

/** Calls the listener when the service becomes unreachable or reachable. Returns a function that removes it. */
export function onReachable(listener: () => void): () => void {
  reachableListeners.add(listener)
  return () => reachableListeners.delete(listener)
}

/** Records whether a call got a response. */
export function setReachable(answered: boolean): void {
  if (reachable === answered) return
  reachable = answered
  for (const listener of reachableListeners) listener()
}
