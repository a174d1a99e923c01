import { listSecrets } from '#contract/secrets.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { pageOfSecrets } from './queries.ts'
import { answeredSecret } from './secret.ts'
import { readSince } from './since.ts'

/** The listing of secrets. Source: API decisions, "Named operations". */
export function secretRoutes(services: Services): Route[] {
  return [
    handle(listSecrets, async ({ deployment, query, reply }) => {
      const since = query.since ? readSince(query.since) : null
      const page = await pageOfSecrets(services.database.read, deployment.id, query, since)
      reply.header('x-total-count', page.total)
      return {
        findings: page.rows.map(answeredSecret),
        cursor: page.hasMore ? String(page.rows.at(-1)?.id ?? '') : '',
        previous: page.previous,
      }
    }),
  ]
}
