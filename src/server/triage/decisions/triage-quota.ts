import { sql } from 'kysely'
import type { Reader } from '#server/db/database.ts'
import { dailyQuotaExceeded } from '#server/http/errors.ts'

const dayMs = 24 * 3600_000
/** The daily triage quota of a person: findings, and the bytes of their notes, which are stored with each finding. */
const maxFindings = 2_000_000
const maxNoteBytes = 100_000_000

/** The bytes that a note takes with each of several findings. */
export const noteBytes = (count: number, note: string | undefined) => count * Buffer.byteLength(note ?? '')

/**
 * Checks that a person may triage this many more findings, with notes of so many bytes. Findings triaged within a day and those
 * that pending jobs will triage both count. Two statements.
 * @throws HttpError 429 if the daily quota would be exceeded.
 */
export async function assertTriageQuota(
  reader: Reader,
  triageActor: { deploymentId: number; actor: string; at: number },
  count: number,
  bytes: number,
): Promise<void> {
  const { deploymentId, actor, at } = triageActor
  const { rows } = await sql<{ findings: number; bytes: number }>`
    select coalesce(sum(findings), 0) as findings, coalesce(sum(findings * note_bytes), 0) as bytes from (
      select count as findings, coalesce(octet_length(note), 0) as note_bytes from triage_change
        where deployment_id = ${deploymentId} and actor = ${actor} and at > ${at - dayMs}
      union all
      select total - done, coalesce(octet_length(note), 0) from job
        where deployment_id = ${deploymentId} and actor = ${actor} and finished_at is null) as used`.execute(
    reader,
  )
  const [usage = { findings: 0, bytes: 0 }] = rows
  if (usage.findings + count > maxFindings) {
    throw dailyQuotaExceeded(
      `This would be more than ${maxFindings.toLocaleString('en-US')} findings triaged within 24 hours`,
    )
  }
  if (bytes > 0 && usage.bytes + bytes > maxNoteBytes) {
    throw dailyQuotaExceeded(
      'Your notes of the last 24 hours would take more than 100 MB, counted for each finding',
    )
  }
}
