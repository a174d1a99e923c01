import { Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Controllers } from './start/lazy-components.ts'

/** The root of every page, signed in or not, with its controllers. */
export function Root() {
  const location = useLocation()
  const [firstLocation] = useState(location)
  return (
    <>
      <Outlet />
      <Suspense>
        <Controllers firstLocation={firstLocation} />
      </Suspense>
    </>
  )
}
