import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazy } from '../lazy.tsx'
import { hasToasts, onFirstToast } from './toast.ts'

const ToastHost = lazy(() => import('./toast-host.tsx').then((module) => module.ToastHost), { always: true })

/** The place of the toasts, empty until the first one. The shell renders it once, when the page is there. */
export function LazyToastHost() {
  const isNeeded = useSyncExternalStore(onFirstToast, hasToasts)
  // Without a connection their code cannot be had, and it is then that there is something to say.
  useEffect(ToastHost.preload, [])
  return isNeeded ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null
}
