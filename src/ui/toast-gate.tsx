import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { onFirstToast, toastsWanted } from './toast.ts'

const loadHost = () => import('./toast-host.tsx')
const ToastHost = lazy(() => loadHost().then((module) => ({ default: module.ToastHost })))

/** The place of the toasts, empty until the first one. The shell renders it once, when the page is there. */
export function ToastGate() {
  const wanted = useSyncExternalStore(onFirstToast, toastsWanted)
  // Without a connection their code cannot be had, and it is then that there is something to say.
  useEffect(() => void loadHost().catch(() => undefined), [])
  return wanted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null
}
