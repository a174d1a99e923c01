import type { Selectable } from 'kysely'
import type { HistoryEntry } from '#contract/responses/findings.ts'
import { fromCode, ignoreEnds } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { FindingEventTable } from '#server/db/triage-tables.ts'
import type { FirstSeen } from '../list/first-seen.ts'
import { formatInstant } from '../list/write-finding.ts'

type Event = Pick<
  Selectable<FindingEventTable>,
  | 'at'
  | 'kind'
  | 'actor'
  | 'from_state'
  | 'to_state'
  | 'reason'
  | 'note'
  | 'scan_id'
  | 'change_id'
  | 'ignored_until'
  | 'ignore_ends'
> & { ref: string | null; file: string | null }

/**
 * Returns the events of a finding, oldest first. The first sighting is derived from the first scan, so no event is
 * stored for it. Source: docs/api.md#one-finding.
 */
export async function readHistory(
  reader: Reader,
  finding: { deployment_id: number; id: number; first_seen_scan_id: number },
  first: FirstSeen,
): Promise<HistoryEntry[]> {
  const events: Event[] = await reader
    .selectFrom('finding_event as event')
    .leftJoin('scan', (join) =>
      join.onRef('scan.deployment_id', '=', 'event.deployment_id').onRef('scan.id', '=', 'event.scan_id'),
    )
    .leftJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .select(['event.at', 'event.kind', 'event.actor', 'event.from_state', 'event.to_state'])
    .select(['event.reason', 'event.note', 'event.scan_id', 'event.change_id', 'ref.name as ref'])
    .select(['event.ignored_until', 'event.ignore_ends'])
    .select('scan.file_digest as file')
    .where('event.deployment_id', '=', finding.deployment_id)
    .where('event.finding_id', '=', finding.id)
    .orderBy('event.at')
    .orderBy('event.id')
    .execute()
  const entries = events.map(toHistoryEntry)
  if (events.some((event) => event.kind === 'found')) return entries
  const matches = { at: first.at, what: 'found', scan_id: finding.first_seen_scan_id, ref: first.ref }
  return [matches, ...entries]
}

function toHistoryEntry(event: Event): HistoryEntry {
  // Among events from scans, only triage imported from the scan's file has an actor.
  const isOfFile = event.actor !== null && event.scan_id !== null
  const entry: HistoryEntry = {
    at: formatInstant(event.at),
    what: event.kind,
    who: event.actor,
    from: event.from_state,
    to: event.to_state,
    reason: event.reason,
    note: event.note,
    scan_id: event.scan_id,
    file: isOfFile ? event.file : null,
    ref: event.ref,
    change_id: event.change_id === null ? null : String(event.change_id),
    ignored_until: event.ignored_until === null ? null : formatInstant(event.ignored_until),
    ignore_ends: fromCode(ignoreEnds, event.ignore_ends),
  }
  // The event's note stores the original ref of an inherited decision, and the name of a ticket.
  if (event.kind === 'assigned') return { ...entry, note: event.note }
  if (event.kind === 'inherited') return { ...entry, ref: event.note, note: null }
  if (event.kind === 'ticket') return { ...entry, to: event.to_state ?? event.note, note: null }
  return entry
}
