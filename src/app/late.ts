import type { QueryClient } from '@tanstack/react-query'
import { lazy } from 'react'

// Menus, hints, toasts and the like: nobody needs them before the page's rows are there, so their code comes after.

let open: () => void = () => undefined
const opened = new Promise<void>((resolve) => {
  open = resolve
})
/** Where their code cannot be had, their places stay as they are, and the page goes on without them. */
const never = () => new Promise<never>(() => undefined)
const late = () => opened.then(() => import('./late-parts.tsx')).then(({ lateParts }) => lateParts, never)

export const Attendants = lazy(() => late().then((parts) => ({ default: parts.Attendants })))
export const DeploymentMenu = lazy(() => late().then((parts) => ({ default: parts.DeploymentMenu })))
export const NavigationDrawer = lazy(() => late().then((parts) => ({ default: parts.NavigationDrawer })))
export const OfflineBanner = lazy(() => late().then((parts) => ({ default: parts.OfflineBanner })))
export const TopMenus = lazy(() => late().then((parts) => ({ default: parts.TopMenus })))
export const ViewCrumb = lazy(() => late().then((parts) => ({ default: parts.ViewCrumb })))

/** How long nothing may be asked for until the page counts as there, in milliseconds. */
const quiet = 150

/** Lets the late parts come as soon as the page has what it asked for and has drawn it. */
export function openWhenQuiet(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (client.isFetching() > 0) return
      // The answers are there, and a slow machine still draws them.
      if (document.querySelector('[aria-busy=true]')) return wait()
      unsubscribe()
      requestAnimationFrame(() => setTimeout(open))
    }, quiet)
  }
  const unsubscribe = client.getQueryCache().subscribe(wait)
  wait()
}
