import type { QueryClient } from '@tanstack/react-query'
import { lazy } from '#ui/lazy.tsx'
import { NotLoaded } from '../errors/not-loaded.tsx'

// Menus, hints, toasts and similar components are not needed before the page's rows, so their code loads afterwards.

let open: () => void = () => undefined
const opened = new Promise<void>((resolve) => {
  open = resolve
})
const load = async () => {
  await opened
  return (await import('./deferred-components.tsx')).deferredComponents
}

export const Controllers = lazy(() => load().then((parts) => parts.Controllers))
export const DeploymentMenu = lazy(() => load().then((parts) => parts.DeploymentMenu))
export const NavigationDrawer = lazy(() => load().then((parts) => parts.NavigationDrawer))
/** Represents all of them if they fail to load: without keys, menus and notices the page is incomplete. */
export const OfflineBanner = lazy(() =>
  load().then(
    (parts) => parts.OfflineBanner,
    () => NotLoaded,
  ),
)
export const TopMenus = lazy(() => load().then((parts) => parts.TopMenus))
export const ViewBreadcrumb = lazy(() => load().then((parts) => parts.ViewBreadcrumb))

/** The time without requests after which the page counts as loaded, in milliseconds. */
const idleTime = 150

/** Loads the deferred components once the page has rendered its data. */
export function loadWhenIdle(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (client.isFetching() > 0) return
      // The responses have arrived, but a slow machine is still rendering them.
      if (document.querySelector('[aria-busy=true]')) return wait()
      unsubscribe()
      requestAnimationFrame(() => setTimeout(open))
    }, idleTime)
  }
  const unsubscribe = client.getQueryCache().subscribe(wait)
  wait()
}
