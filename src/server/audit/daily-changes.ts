import { sql } from 'kysely'
import type { Operation } from '#contract/operation.ts'
import type { Reader } from '#server/db/database.ts'
import { dailyQuotaExceeded } from '#server/http/errors.ts'
import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'

const dayMs = 24 * 3600_000
/** The maximum number of a person's changes in a deployment per day; each is an entry of the audit log. */
const maxDailyChanges = 50_000
/** The same for administrators, who may have to stop an abuse, and for scans, of which a pipeline sends many. */
const maxDailyScans = 200_000

/**
 * How many audit log events of one name within a day an operation allows; null if it changes nothing of a deployment.
 */
function dailyLimitOf({ method, path, scopes, stale }: Operation): number | null {
  const isOfDeployment = path.includes('{deployment')
  if (method === 'GET' || scopes === 'none' || scopes === 'any' || stale === undefined || !isOfDeployment)
    return null
  return scopes.includes('admin') || scopes.includes('scans:write') ? maxDailyScans : maxDailyChanges
}

/** Wraps a route, which then answers 429 to a person who made too many changes within a day. */
export function withDailyQuota(services: Services, route: Route): Route {
  const limit = dailyLimitOf(route.operation)
  if (limit === null) return route
  return {
    ...route,
    handle: async (call) => {
      await assertChangeQuota(services.database.read, call.deployment.id, call.principal.name, {
        limit,
        now: services.now(),
      })
      return route.handle(call)
    },
  }
}

async function assertChangeQuota(
  reader: Reader,
  deploymentId: number,
  actor: string,
  { limit, now }: { limit: number; now: number },
) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from audit_event where deployment_id = ${deploymentId} and actor = ${actor} and at > ${now - dayMs}
    limit ${limit}) as recent`.execute(reader)
  if ((rows[0]?.count ?? 0) < limit) return
  throw dailyQuotaExceeded(`You have made ${limit.toLocaleString('en-US')} changes within 24 hours`)
}
