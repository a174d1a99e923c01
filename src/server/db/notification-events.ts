import type { Writer } from './database.ts'
import { takeId } from './ids.ts'

/**
 * What notifications tell of although no new row of another table does. `subject` is the id of a request, an export or a
 * person; `handle` is that of a `CODEOWNERS` file.
 */
export type NotificationEvent =
  | { kind: 'approval.decided' | 'export.ready' | 'person.disabled'; subject: number; actor: string }
  | { kind: 'owner.mapped'; handle: string; actor: string }

/**
 * Stores an event in the transaction of what happened, if the deployment has notifications. It is deleted once it was
 * read. Source: docs/decisions/0078-mail-of-people.md
 * @param at milliseconds since 1970.
 */
export async function addNotificationEvent(
  transaction: Writer,
  deploymentId: number,
  event: NotificationEvent,
  at: number,
): Promise<void> {
  const position = await transaction
    .selectFrom('notification_position')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst()
  if (!position) return
  await transaction
    .insertInto('notification_event')
    .values({
      deployment_id: deploymentId,
      id: await takeId(transaction, deploymentId, 'notification_event'),
      kind: event.kind,
      subject: 'subject' in event ? event.subject : null,
      handle: 'handle' in event ? event.handle : null,
      actor: event.actor,
      at,
    })
    .execute()
}
