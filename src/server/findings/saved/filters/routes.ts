import { getKeptFilter, keepFilter } from '#contract/operations/views.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { keepFilter as keep } from './save-filter.ts'
import { findSavedFilter } from './saved-filter.ts'

/** Filters that are too long for a URL. Source: docs/api.md#saved-filters-and-views. */
export function filterRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handle(keepFilter, ({ body, deployment, principal }) =>
      keep(services, deployment.id, principal, body.query),
    ),

    handle(getKeptFilter, async ({ path, deployment }) =>
      findSavedFilter(read, deployment.id, path.filterId),
    ),
  ]
}
