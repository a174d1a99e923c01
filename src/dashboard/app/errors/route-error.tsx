import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ErrorPanel } from '#features/error-panel.tsx'
import { NotFound } from './not-found.tsx'
import { NotLoaded } from './not-loaded.tsx'

/** Whether code failed to load: usually a newer version has been deployed. */
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)
}

/** Replaces a page that fails, while the rest of the dashboard keeps working. */
export function RouteError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the one place where a developer finds what broke a page
    if (!isRouteErrorResponse(error)) console.error(error)
  }, [error])

  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  if (isMissingCode(error)) return <NotLoaded />
  return <ErrorPanel error={error} onRetry={() => void revalidate()} retrying={state === 'loading'} />
}
