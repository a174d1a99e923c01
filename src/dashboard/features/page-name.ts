import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** Names of pages that depend on their data, by path. */
const names = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The key for the name of an open panel; it differs from any path. */
const panelKey = 'panel'

function keep(key: string, name: string | undefined) {
  if (names.get(key) === name) return
  if (name === undefined) names.delete(key)
  else names.set(key, name)
  for (const listener of listeners) listener()
}

/** Returns the name of a page, once its data is loaded. */
export function usePageName(pathname: string | undefined): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => names.get(pathname ?? ''),
    () => undefined,
  )
}

/** Sets the name of this page in the breadcrumb and the window title. */
export function useNamedPage(name: string | undefined): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (name !== undefined) keep(pathname, name)
  }, [pathname, name])
}

/** Returns the name of the open panel. */
export function usePanelName(): string | undefined {
  return usePageName(panelKey)
}

/** Shows the name of the open panel in the window title while it is open. */
export function useNamedPanel(name: string | undefined): void {
  useEffect(() => {
    keep(panelKey, name)
    return () => keep(panelKey, undefined)
  }, [name])
}
