import type { NotificationEvent } from '#server/db/notification-events.ts'
import type { Reading } from './findings.ts'

const eventsPerRead = 1000

/** A stored event, see `db/notification-events.ts`. */
export interface StoredEvent {
  kind: NotificationEvent['kind']
  subject: number | null
  handle: string | null
  actor: string
  at: number
}

/** Reads the stored events since the last reading: one statement for each 1,000. */
export async function readStoredEvents({ view, deploymentId, from, until }: Reading): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  let after = from.newest.notification_event
  while (after < until.newest.notification_event) {
    const rows = await view.reader
      .selectFrom('notification_event')
      .select(['id', 'kind', 'subject', 'handle', 'actor', 'at'])
      .where('deployment_id', '=', deploymentId)
      .where('id', '>', after)
      .where('id', '<=', until.newest.notification_event)
      .orderBy('id')
      .limit(eventsPerRead)
      .execute()
    // parse: written by `addNotificationEvents`.
    events.push(...rows.map(({ id: _, kind, ...row }) => ({ ...row, kind: kind as StoredEvent['kind'] })))
    after = rows.length < eventsPerRead ? until.newest.notification_event : (rows.at(-1)?.id ?? 0)
  }
  return events
}

/** The ids of what the events of a kind are about, each once. */
export const subjectsOf = (events: readonly StoredEvent[], kind: StoredEvent['kind']): number[] => [
  ...new Set(events.flatMap((event) => (event.kind === kind ? (event.subject ?? []) : []))),
]
