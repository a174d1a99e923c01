import { useSyncExternalStore } from 'react'

/** An export requested in this tab. */
export interface Started {
  deployment: string
  taskToken: string
  /** The exported project; undefined for the whole deployment. */
  repositoryId: string | undefined
  /** The page that was open then: while it stays open, the download starts automatically. */
  pathname: string
  /** When the service accepted it, in milliseconds: earlier responses do not include it. */
  at: number
}

let started: readonly Started[] = []
const listeners = new Set<() => void>()

/** Records that an export was requested or repeated on the current page. */
export function addStarted(deployment: string, taskToken: string, repositoryId: string | undefined): void {
  const { pathname } = location
  started = [
    { deployment, taskToken, repositoryId, pathname, at: Date.now() },
    ...started.filter((one) => one.taskToken !== taskToken),
  ]
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the exports requested in this tab since it was loaded, newest first. */
export function useStarted(): readonly Started[] {
  return useSyncExternalStore(subscribe, () => started)
}
