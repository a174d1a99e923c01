import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazy } from '../lazy.tsx'
import { hasToasts, onFirstToast } from './toast.ts'

const ToastHost = lazy(() => import('./toast-host.tsx').then((module) => module.ToastHost), { always: true })

/** The container of the toasts, empty until the first one. The shell renders it once the page has loaded. */
export function LazyToastHost() {
  const isNeeded = useSyncExternalStore(onFirstToast, hasToasts)
  // Preloaded, because the code cannot be loaded offline, when toasts report errors.
  useEffect(ToastHost.preload, [])
  return isNeeded ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null
}
