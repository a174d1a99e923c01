import type { QueryClient } from '@tanstack/react-query'
import { lazy } from '#ui/lazy.tsx'
import { NotLoaded } from '../errors/not-loaded.tsx'

// Menus, hints, toasts and the like: nobody needs them before the page's rows are there, so their code comes after.

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
/** Stands for all of them where they cannot be had: without keys, menus and notices the page is not whole. */
export const OfflineBanner = lazy(() =>
  load().then(
    (parts) => parts.OfflineBanner,
    () => NotLoaded,
  ),
)
export const TopMenus = lazy(() => load().then((parts) => parts.TopMenus))
export const ViewBreadcrumb = lazy(() => load().then((parts) => parts.ViewBreadcrumb))

/** How long nothing may be requested until the page counts as there, in milliseconds. */
const idleTime = 150

/** Loads the deferred components once the page has rendered its data. */
export function loadWhenIdle(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (client.isFetching() > 0) return
      // The answers are there, and a slow machine still draws them.
      if (document.querySelector('[aria-busy=true]')) return wait()
      unsubscribe()
      requestAnimationFrame(() => setTimeout(open))
    }, idleTime)
  }
  const unsubscribe = client.getQueryCache().subscribe(wait)
  wait()
}
