import { sql } from 'kysely'
import type { Operation } from '#contract/operation.ts'
import type { Reader } from '#server/db/database.ts'
import { dailyQuotaExceeded } from '#server/http/errors.ts'
import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'

const dayMs = 24 * 3600_000
/** The maximum number of a person's changes in a deployment per day; each is an entry of the audit log. */
const maxDailyChanges = 50_000

/**
 * Whether an operation changes a deployment's data on behalf of a person. Operations of administrators are never
 * limited, because they may be needed to stop abuse; scans have their own limits.
 */
export function isChange({ method, scopes, stale }: Operation): boolean {
  if (method === 'GET' || scopes === 'none' || scopes === 'any' || stale === undefined) return false
  return !scopes.includes('admin') && !scopes.includes('scans:write')
}

/** Wraps a route, which then answers 429 to a person who made too many changes within a day. */
export function withDailyQuota(services: Services, route: Route): Route {
  if (!isChange(route.operation)) return route
  return {
    ...route,
    handle: async (call) => {
      await assertChangeQuota(services.database.read, call.deployment.id, call.principal.name, services.now())
      return route.handle(call)
    },
  }
}

async function assertChangeQuota(reader: Reader, deploymentId: number, actor: string, now: number) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from audit_event where deployment_id = ${deploymentId} and actor = ${actor} and at > ${now - dayMs}
    limit ${maxDailyChanges}) as recent`.execute(reader)
  if ((rows[0]?.count ?? 0) < maxDailyChanges) return
  throw dailyQuotaExceeded(`You have made ${maxDailyChanges.toLocaleString('en-US')} changes within 24 hours`)
}
