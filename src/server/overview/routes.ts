import { overview } from '#contract/operations/overview.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { readOverview } from './overview.ts'

/** The overview of a deployment. Source: docs/api.md#overview. */
export function overviewRoutes(services: Services): Route[] {
  return [
    handle(overview, ({ deployment, query }) =>
      readOverview(services.columns, deployment.id, {
        period: query.period ?? '90d',
        project: query.project || undefined,
        tag: query.tag || undefined,
        owner: query.owner,
        withDisabled: query.include_disabled ?? false,
        now: services.now(),
      }),
    ),
  ]
}
