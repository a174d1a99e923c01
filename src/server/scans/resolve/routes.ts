import { resolveMatch } from '#contract/operations/matches.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'

/** What a person says of a finding that may be the same as another. Source: docs/api.md#triage. */
export function matchRoutes(services: Services): Route[] {
  return [
    handle(resolveMatch, async ({ path, body, deployment, principal }) => {
      // Loaded on demand, because it depends on import modules that are loaded with the first upload.
      const resolving = await import('./resolve-match.ts')
      const actor = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      const parameters = { ...actor, findingId: path.id, matchId: path.matchId, same: body.same }
      return services.change(deployment.id, principal.name, (transaction) =>
        resolving.resolveMatch(transaction, parameters),
      )
    }),
  ]
}
