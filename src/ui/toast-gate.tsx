import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onFirstToast, toastsWanted } from './toast.ts'

const ToastHost = lazy(() => import('./toast-host.tsx').then((module) => ({ default: module.ToastHost })))

/** The place of the toasts, empty and without their code until the first one. The shell renders it once. */
export function ToastGate() {
  const wanted = useSyncExternalStore(onFirstToast, toastsWanted)
  return wanted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null
}
