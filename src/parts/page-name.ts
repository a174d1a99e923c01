import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** What pages are called that only their data can name, by their path. */
const names = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
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
    if (name === undefined || names.get(pathname) === name) return
    names.set(pathname, name)
    for (const listener of listeners) listener()
  }, [pathname, name])
}
