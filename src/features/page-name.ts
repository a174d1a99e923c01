import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** What pages are called that only their data can name, by their path. */
const names = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the name of what is open beside a page; no path reads like it. */
const panelKey = 'panel'

function keep(key: string, name: string | undefined) {
  if (names.get(key) === name) return
  if (name === undefined) names.delete(key)
  else names.set(key, name)
  for (const listener of listeners) listener()
}

/** The name of a page, once its data has said it. */
export function usePageName(pathname: string | undefined): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => names.get(pathname ?? ''),
    () => undefined,
  )
}

/** Names this page in the breadcrumb and in the title of the window. */
export function useNamedPage(name: string | undefined): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (name !== undefined) keep(pathname, name)
  }, [pathname, name])
}

/** The name of what is open beside the page. */
export function usePanelName(): string | undefined {
  return usePageName(panelKey)
}

/** Names what is open beside the page in the title of the window, as long as it is open. */
export function useNamedPanel(name: string | undefined): void {
  useEffect(() => {
    keep(panelKey, name)
    return () => keep(panelKey, undefined)
  }, [name])
}
