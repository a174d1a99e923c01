import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'

/** Reads the messages that are stored separately from their findings, each once, by id. */
export async function readMessages(
  reader: Reader,
  deploymentId: number,
  rows: readonly { message_id: number | null }[],
): Promise<Map<number, string>> {
  const ids = [...new Set(rows.map((row) => row.message_id))].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const matches = await reader
    .selectFrom('message')
    .select(['id', 'content'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  return new Map(matches.map(({ id, content }) => [id, content]))
}
