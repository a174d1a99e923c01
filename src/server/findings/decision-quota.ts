import { sql } from 'kysely'
import type { Reader } from '#server/db/database.ts'
import { quotaOfToday } from '#server/http/errors.ts'

const day = 24 * 3600_000
/** What a person decides within a day at most: findings, and the bytes of their notes, which stand with each finding. */
const findingsAtMost = 2_000_000
const noteBytesAtMost = 100_000_000

/**
 * Demands that a person may decide so many more findings with such a note: what was decided within a day, and what jobs
 * have still to decide, counts. Two statements.
 * @throws Refusal 429 where it would be more than a day's quota.
 */
export async function demandRoomToDecide(
  reader: Reader,
  by: { deploymentId: number; actor: string; at: number },
  count: number,
  note: string | undefined,
): Promise<void> {
  const bytes = count * Buffer.byteLength(note ?? '')
  const { deploymentId, actor, at } = by
  const { rows } = await sql<{ findings: number; bytes: number }>`
    select coalesce(sum(findings), 0) as findings, coalesce(sum(findings * note_bytes), 0) as bytes from (
      select count as findings, coalesce(octet_length(note), 0) as note_bytes from triage_change
        where deployment_id = ${deploymentId} and actor = ${actor} and at > ${at - day}
      union all
      select total - done, coalesce(octet_length(note), 0) from job
        where deployment_id = ${deploymentId} and actor = ${actor} and finished_at is null)`.execute(reader)
  const [before = { findings: 0, bytes: 0 }] = rows
  if (before.findings + count > findingsAtMost) {
    throw quotaOfToday(
      `This would be more than ${findingsAtMost.toLocaleString('en-US')} findings triaged within 24 hours`,
    )
  }
  if (bytes > 0 && before.bytes + bytes > noteBytesAtMost) {
    throw quotaOfToday(
      'Your notes of the last 24 hours would take more than 100 MB, counted for each finding',
    )
  }
}
