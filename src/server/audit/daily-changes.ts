import { sql } from 'kysely'
import type { Operation } from '#contract/operation.ts'
import type { Reader } from '#server/db/database.ts'
import { dailyQuotaExceeded } from '#server/http/errors.ts'
import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'

const dayMs = 24 * 3600_000
/** Changes that a person makes in a deployment within a day at most, each a line of the audit log. */
const maxDailyChanges = 50_000

/**
 * Whether an operation writes what a person wants to a deployment's data. What an administrator does is never refused,
 * for it may be what ends the abuse; scans have bounds of their own.
 */
export function isChange({ method, scopes, stale }: Operation): boolean {
  if (method === 'GET' || scopes === 'none' || scopes === 'any' || stale === undefined) return false
  return !scopes.includes('admin') && !scopes.includes('scans:write')
}

/** The route, refused with 429 to whoever made too many changes within a day. */
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
    limit ${maxDailyChanges})`.execute(reader)
  if ((rows[0]?.count ?? 0) < maxDailyChanges) return
  throw dailyQuotaExceeded(`You have made ${maxDailyChanges.toLocaleString('en-US')} changes within 24 hours`)
}
