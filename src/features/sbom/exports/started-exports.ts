import { useSyncExternalStore } from 'react'

/** An export that somebody asked for in this tab. */
export interface Started {
  deployment: string
  taskToken: string
  /** What it is of; undefined for the whole deployment. */
  repositoryId: string | undefined
  /** The page that was open then: as long as it is, the download begins by itself. */
  pathname: string
  /** When the service had taken it, in milliseconds: an answer from before says nothing of it. */
  at: number
}

let started: readonly Started[] = []
const listeners = new Set<() => void>()

/** Notes that an export was requested on the page that is open, now or again. */
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

/** The exports that were requested in this tab since it was loaded, the newest first. */
export function useStarted(): readonly Started[] {
  return useSyncExternalStore(subscribe, () => started)
}
