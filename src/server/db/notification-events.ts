import { insertRows } from './bulk.ts'
import type { Writer } from './database.ts'
import { takeIds } from './ids.ts'
import { valuesOf } from './sql.ts'

/**
 * What notifications tell of although no new row of another table does. `subject` is the id of a request, an export or a
 * person; `handle` is that of a `CODEOWNERS` file.
 */
export type NotificationEvent =
  | { kind: 'approval.decided' | 'export.ready' | 'person.disabled'; subject: number; actor: string }
  | { kind: 'owner.mapped'; handle: string; actor: string }

/**
 * Stores events in the transaction of what happened, in those deployments that have notifications. They are deleted once
 * they were read. One statement without notifications. Source: docs/decisions/0078-mail-of-people.md
 * @param at milliseconds since 1970.
 */
export async function addNotificationEvents(
  transaction: Writer,
  deploymentIds: readonly number[],
  events: readonly NotificationEvent[],
  at: number,
): Promise<void> {
  if (events.length === 0) return
  const positions = await transaction
    .selectFrom('notification_position')
    .select('deployment_id as id')
    .where('deployment_id', 'in', valuesOf(deploymentIds))
    .execute()
  for (const { id } of positions) {
    const first = await takeIds(transaction, id, 'notification_event', events.length)
    await insertRows(
      transaction,
      'notification_event',
      events.map((event, index) => ({
        deployment_id: id,
        id: first + index,
        kind: event.kind,
        subject: 'subject' in event ? event.subject : null,
        handle: 'handle' in event ? event.handle : null,
        actor: event.actor,
        at,
      })),
    )
  }
}
