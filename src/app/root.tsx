import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Controllers } from './start/lazy-components.ts'

/** The root of every page, signed in or not, with its controllers. */
export function Root() {
  return (
    <>
      <Outlet />
      <Suspense>
        <Controllers />
      </Suspense>
    </>
  )
}
