import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { NotLoaded } from './not-loaded.tsx'

const load = () => import('./route-error.tsx')
const Told = lazy(
  () =>
    load().then(
      (module) => module.RouteError,
      () => NotLoaded,
    ),
  { always: true },
)

/** What stands in a page's place when it fails. Its words come late, and plain ones where they cannot. */
export function RouteError() {
  return (
    <Suspense>
      <Told />
    </Suspense>
  )
}
