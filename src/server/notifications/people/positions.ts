import { valuesOf } from '#server/db/sql.ts'
import type { Services } from '#server/http/services.ts'
import { ensurePosition } from '../position.ts'

/**
 * Starts reading the changes of each deployment once the operator has set up e-mail, since people are told by default. One
 * statement where all have started.
 */
export async function ensurePositions(services: Services): Promise<void> {
  if (services.config.mail === null) return
  const ids = services.deployments.all().map(({ id }) => id)
  const rows = await services.database.read
    .selectFrom('notification_position')
    .select('deployment_id')
    .where('deployment_id', 'in', valuesOf(ids))
    .execute()
  const started = new Set(rows.map(({ deployment_id: id }) => id))
  for (const id of ids)
    if (!started.has(id))
      await services.record((transaction) => ensurePosition(transaction, id, services.now()))
}
