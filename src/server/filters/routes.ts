import { getKeptFilter, keepFilter } from '#contract/views.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { keptFilter, normalised } from './kept.ts'

/** Filters that are too long for an address. Source: API decisions, "Findings", `POST filters`. */
export function filterRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handle(keepFilter, async ({ body, deployment }) => {
      const filter = normalised(deployment.id, body.query)
      const known = await read
        .selectFrom('kept_filter')
        .select('id')
        .where('deployment_id', '=', deployment.id)
        .where('id', '=', filter.id)
        .executeTakeFirst()
      // What is there already is not written again, so that no cached answer is thrown away for it.
      if (!known) {
        await services.change(deployment.id, (transaction) =>
          transaction
            .insertInto('kept_filter')
            .values({ ...filter, deployment_id: deployment.id, created_at: services.now() })
            .onConflict((conflict) => conflict.doNothing())
            .execute(),
        )
      }
      return filter
    }),

    handle(getKeptFilter, async ({ path, deployment }) => keptFilter(read, deployment.id, path.filterId)),
  ]
}
