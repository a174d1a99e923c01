import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { late } from '../lazy.tsx'
import { onFirstToast, toastsWanted } from './toast.ts'

const ToastHost = late(() => import('./toast-host.tsx').then((module) => module.ToastHost))

/** The place of the toasts, empty until the first one. The shell renders it once, when the page is there. */
export function ToastGate() {
  const wanted = useSyncExternalStore(onFirstToast, toastsWanted)
  // Without a connection their code cannot be had, and it is then that there is something to say.
  useEffect(ToastHost.ahead, [])
  return wanted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null
}
