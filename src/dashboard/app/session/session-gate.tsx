import { Suspense, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#lib/urls/paths.ts'
import { lazy } from '#ui/lazy.tsx'
import { isExpired, onExpiry, setExpired } from './expiry.ts'

const ExpiredDialog = lazy(() => import('./expired-dialog.tsx').then((module) => module.ExpiredDialog))

/** Asks a person whose session has expired to sign in again, over the unchanged page. */
export function SessionGate() {
  const expired = useSyncExternalStore(onExpiry, isExpired)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  if (!expired) return null
  return (
    <Suspense>
      <ExpiredDialog
        onSignedIn={() => setExpired(false)}
        onLeave={() => {
          setExpired(false)
          void navigate(paths.signIn(`${pathname}${search}${hash}`))
        }}
      />
    </Suspense>
  )
}
