import type { Services } from '#server/http/services.ts'
import { ensurePosition } from '../position.ts'

const known = new WeakMap<Services, Set<number>>()

/** Begins to read the changes of each deployment once the operator has set up e-mail, since people are told by default. */
export async function ensurePositions(services: Services): Promise<void> {
  if (services.config.mail === null) return
  const read = known.get(services) ?? new Set<number>()
  known.set(services, read)
  for (const { id } of services.deployments.all()) {
    if (read.has(id)) continue
    const position = await services.database.read
      .selectFrom('notification_position')
      .select('id')
      .where('deployment_id', '=', id)
      .executeTakeFirst()
    if (!position) await services.record((transaction) => ensurePosition(transaction, id, services.now()))
    read.add(id)
  }
}
