import { sql } from 'kysely'
import { severities, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import {
  primaryEventKinds,
  scanEventKinds,
  severityEventKind,
} from '#server/findings/history/status-history.ts'
import type { MatchRow } from '#server/triage/flaws/open-match.ts'

/** A change of a finding by a scan, or by a change of its source. */
export interface ScanEvent {
  id: number
  from_state: string | null
  /** Whether the finding was reopened after it had been closed. */
  isReturn: boolean
}

/** The scan events of a finding since a match, oldest first, without people's decisions. */
export async function eventsSinceMatch(reader: Reader, match: MatchRow): Promise<ScanEvent[]> {
  const rows = await selectSince(reader, match, scanEventKinds)
    .where(sql<boolean>`scan_id is distinct from ${match.scan_id}`)
    .execute()
  return rows.map(({ id, kind, from_state }) => {
    const wasClosed = from_state === 'fixed' || from_state === 'removed'
    return { id, from_state, isReturn: kind === 'reappeared' || (kind === 'muted' && wasClosed) }
  })
}

/** How the severity of a finding changed since a match. Severities are positions in `severities` of `codes.ts`. */
export interface SeverityChange {
  before: number
  /** The severity that the scan of the match reported, if that was another one. */
  atMatch: number | null
  /** The events of later scans. */
  laterIds: number[]
}

/**
 * Reads how the severity of a finding changed since a match.
 * @param stored the severity before the match, if it was stored.
 */
export async function severitySinceMatch(
  reader: Reader,
  match: MatchRow,
  { stored, now }: { stored: number | undefined; now: number },
): Promise<SeverityChange> {
  const rows = await selectSince(reader, match, [severityEventKind]).execute()
  const own = rows.find(({ scan_id }) => scan_id === match.scan_id)
  const later = rows.filter((row) => row !== own)
  const codeOf = (word: string | null | undefined) => severities.find((severity) => severity === word)
  const [atMatch, first] = [codeOf(own?.to_state), codeOf(later[0]?.from_state)]
  return {
    before: stored ?? (first === undefined ? now : toCode(severities, first)),
    atMatch: atMatch === undefined ? null : toCode(severities, atMatch),
    laterIds: later.map(({ id }) => id),
  }
}

/** The events since a match with which another branch became the primary one, for the history of another finding. */
export async function primaryEventsSinceMatch(reader: Reader, match: MatchRow) {
  const rows = await selectSince(reader, match, Object.values(primaryEventKinds)).selectAll().execute()
  return rows.map(({ id: _, ...row }) => row)
}

/** The events of a finding since the one of a match, that of its scan included. */
function selectSince(reader: Reader, match: MatchRow, kinds: readonly string[]) {
  return reader
    .selectFrom('finding_event')
    .select(['id', 'kind', 'from_state', 'to_state', 'scan_id'])
    .where('deployment_id', '=', match.deployment_id)
    .where('finding_id', '=', match.finding_id)
    .where('kind', 'in', kinds)
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
}
