import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Controllers } from './start/lazy-components.ts'

/** Every page, signed in or not, with what attends to it. */
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
