import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** An event of the audit log, newest first in lists. */
export interface RecentEvent {
  id: number
  /** Milliseconds since 1970. */
  at: number
  actor: string
  action: string
  target: string | null
  detail: Readonly<Record<string, unknown>>
}

/** How many of the newest events are searched: imports and sign-ins can be most of them. */
const searchedEvents = 500

/** Returns the newest events of a deployment with one of some actions, newest first, with one statement of bounded cost. */
export async function recentEvents(
  reader: Reader,
  deploymentId: number,
  actions: ReadonlySet<string>,
  limit: number,
): Promise<RecentEvent[]> {
  const rows = await reader
    .selectFrom((from) =>
      from
        .selectFrom('audit_event')
        .select(['id', 'at', 'actor', 'action', 'target', 'detail_json'])
        .where('deployment_id', '=', deploymentId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(searchedEvents)
        .as('newest'),
    )
    .selectAll()
    .where('action', 'in', [...actions])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ detail_json: json, ...row }) => ({
    ...row,
    // parse: our own column, written by `recordAudit`.
    detail: json === null ? {} : (parseStored<Record<string, unknown> | null>(json) ?? {}),
  }))
}
