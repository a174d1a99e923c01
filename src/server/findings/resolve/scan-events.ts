import { sql } from 'kysely'
import type { Reader } from '#server/db/database.ts'
import { scanEventKinds } from '../history/status-history.ts'
import type { MatchRow } from './open-match.ts'

/** A change of a finding by a scan, or by a change of its source. */
export interface ScanEvent {
  id: number
  from_state: string | null
  /** Whether the finding was reopened after it had been closed. */
  isReturn: boolean
}

/** The scan events of a finding since a match, oldest first, without people's decisions. */
export async function eventsSinceMatch(reader: Reader, match: MatchRow): Promise<ScanEvent[]> {
  const rows = await reader
    .selectFrom('finding_event')
    .select(['id', 'kind', 'from_state'])
    .where('deployment_id', '=', match.deployment_id)
    .where('finding_id', '=', match.finding_id)
    .where('kind', 'in', [...scanEventKinds])
    .where(sql<boolean>`scan_id is distinct from ${match.scan_id}`)
    .where('id', '>', (eb) =>
      eb
        .selectFrom('finding_event as named')
        .select((one) => one.fn.max('named.id').as('id'))
        .where('named.deployment_id', '=', match.deployment_id)
        .where('named.finding_id', '=', match.finding_id)
        .where('named.kind', '=', 'matched')
        .where('named.scan_id', '=', match.scan_id),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind, from_state }) => {
    const wasClosed = from_state === 'fixed' || from_state === 'removed'
    return { id, from_state, isReturn: kind === 'reappeared' || (kind === 'muted' && wasClosed) }
  })
}
