import { lazy, Suspense } from 'react'

const Told = lazy(() =>
  import('./route-error.tsx').then(
    (module) => ({ default: module.RouteError }),
    () => ({ default: Untold }),
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

function Untold() {
  return (
    <p role="alert" className="px-4 py-16 text-center">
      This page could not be loaded: the service does not answer.{' '}
      <button type="button" className="text-accent underline" onClick={() => location.reload()}>
        Load it again
      </button>
    </p>
  )
}
