import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { NotLoaded } from './not-loaded.tsx'

const load = () => import('./route-error.tsx')
// Not to be waited for: the loader names no file, so it is requested at once.
const Told = lazy(() =>
  load().then(
    (module) => module.RouteError,
    () => NotLoaded,
  ),
)

/** What stands in a page's place when it fails. Its words come late, and plain ones where they cannot. */
export function RouteError() {
  return (
    <Suspense>
      <Told />
    </Suspense>
  )
}
