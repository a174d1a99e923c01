import { valuesOf } from '#server/db/sql.ts'
import type { Services } from '#server/http/services.ts'

/** How long messages are listed, in milliseconds. */
const kept = 30 * 24 * 3600_000
const interval = 3600_000
const rowsPerWrite = 1000

const lastChecks = new WeakMap<Services, number>()

/** Deletes messages of more than 30 days ago, a thousand in a write. Looks every hour. */
export async function deleteOldDeliveries(services: Services, atStart: boolean): Promise<void> {
  const now = services.now()
  const last = lastChecks.get(services)
  if (!atStart && last !== undefined && Math.abs(now - last) < interval) return
  lastChecks.set(services, now)
  const webhooks = await services.database.read
    .selectFrom('webhook')
    .select(['deployment_id', 'id'])
    .execute()
  for (const { deployment_id: deploymentId, id } of webhooks) {
    let hasMore = true
    while (hasMore) {
      const old = await services.database.read
        .selectFrom('webhook_delivery')
        .select('id')
        .where('deployment_id', '=', deploymentId)
        .where('webhook_id', '=', id)
        .where('created_at', '<', now - kept)
        .limit(rowsPerWrite)
        .execute()
      hasMore = old.length === rowsPerWrite
      if (old.length === 0) break
      await services.record((transaction) =>
        transaction
          .deleteFrom('webhook_delivery')
          .where('deployment_id', '=', deploymentId)
          .where('id', 'in', valuesOf(old.map((row) => row.id)))
          .execute(),
      )
    }
  }
}
