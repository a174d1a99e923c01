import type { Selectable } from 'kysely'
import type { Reader, Writer } from '#server/db/database.ts'
import type { NotificationPositionTable } from '#server/db/notification-tables.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** The tables whose new rows are events. Their ids are assigned in the order of changes, and never again. */
const numberedTables = [
  'finding',
  'finding_event',
  'scan',
  'gate_verdict',
  'finding_mention',
  'approval',
  'notification_event',
] as const

/** Up to where the changes of a deployment were read: a change number, and the newest id of each table then. */
export interface Position {
  changeNumber: number
  newest: Readonly<Record<(typeof numberedTables)[number], number>>
}

/** Earlier versions read fewer tables. */
type StoredNewest = Partial<Position['newest']>

export type PositionRow = Selectable<NotificationPositionTable>

/** The position of a snapshot. */
export async function currentPosition(reader: Reader, deploymentId: number): Promise<Position> {
  const { change_number: changeNumber } = await reader
    .selectFrom('deployment')
    .select('change_number')
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  const counters = await reader
    .selectFrom('id_counter')
    .select(['table_name', 'last_id'])
    .where('deployment_id', '=', deploymentId)
    .where('table_name', 'in', numberedTables)
    .execute()
  const newestOf = (table: string) => counters.find((one) => one.table_name === table)?.last_id ?? 0
  return {
    changeNumber,
    newest: {
      finding: newestOf('finding'),
      finding_event: newestOf('finding_event'),
      scan: newestOf('scan'),
      gate_verdict: newestOf('gate_verdict'),
      finding_mention: newestOf('finding_mention'),
      approval: newestOf('approval'),
      notification_event: newestOf('notification_event'),
    },
  }
}

/** The position that a row stores. @param until where the reading ends, from which a table that was not read before is. */
export const positionOf = (row: PositionRow, until: Position): Position => ({
  changeNumber: row.change_number,
  // parse: our own column, written by `storedPosition`.
  newest: { ...until.newest, ...parseStored<StoredNewest>(row.position_json) },
})

/** A position as columns. */
export const storedPosition = ({ changeNumber, newest }: Position) => ({
  change_number: changeNumber,
  position_json: JSON.stringify(newest),
})

/** Begins to read the changes of a deployment from now on, unless they are being read. */
export async function ensurePosition(transaction: Writer, deploymentId: number, now: number): Promise<void> {
  const position = await currentPosition(transaction, deploymentId)
  await transaction
    .insertInto('notification_position')
    .values({
      deployment_id: deploymentId,
      id: 1,
      ...storedPosition(position),
      checked_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['deployment_id', 'id']).doNothing())
    .execute()
}
