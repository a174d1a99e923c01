import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { meOptions } from '#api/me.ts'
import { onExpired } from '#api/signals.ts'
import { paths } from '#lib/paths.ts'

const ExpiredDialog = lazy(() =>
  import('./expired-dialog.tsx').then((module) => ({ default: module.ExpiredDialog })),
)

/**
 * What happens when there is no session: somebody who arrives goes to sign in and comes back to the same address;
 * somebody who was at work signs in over the page, which stays as it is.
 */
export function SessionGate() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const [expired, setExpired] = useState(false)
  const here = `${pathname}${search}${hash}`
  const signingIn = pathname === paths.signIn()

  useEffect(
    () =>
      onExpired(() => {
        if (signingIn || pathname === paths.home()) return
        if (client.getQueryData(meOptions().queryKey)) setExpired(true)
        else void navigate(paths.signIn(here), { replace: true })
      }),
    [client, navigate, here, pathname, signingIn],
  )

  if (!expired) return null
  return (
    <Suspense>
      <ExpiredDialog
        onSignedIn={() => setExpired(false)}
        onLeave={() => {
          setExpired(false)
          void navigate(paths.signIn(here))
        }}
      />
    </Suspense>
  )
}
