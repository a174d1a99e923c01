import type { LeaseColumns } from './lease-tables.ts'

// What is read for notifications; `tables.ts` describes the conventions of all tables.

/** The last change of a deployment that notifications have read; one row for a deployment that has notifications. */
export interface NotificationPositionTable extends LeaseColumns {
  deployment_id: number
  /** Always 1. */
  id: number
  change_number: number
  /** The newest id of each table at that change; see `notifications/position.ts`. */
  position_json: string
  /** When what depends on the date was last looked for. */
  checked_at: number
  created_at: number
}

/** Something that no new row of another table tells of, until it was read; see `notification-events.ts`. */
export interface NotificationEventTable {
  deployment_id: number
  id: number
  kind: string
  /** The id of what it is about. */
  subject: number | null
  handle: string | null
  actor: string
  at: number
}
