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

/** Replaces a page that fails. Its error page is loaded lazily, with a plain fallback. */
export function RouteError() {
  return (
    <Suspense>
      <Told />
    </Suspense>
  )
}
