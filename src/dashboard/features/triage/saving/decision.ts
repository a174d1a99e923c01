import { deriveStatus } from '#contract/finding-status.ts'
import type { TriageRequest } from '#contract/operations/triage.ts'
import type { FindingType, NewTriageState, TriageReason } from '#contract/vocabulary.ts'
import { parseInstant } from '#lib/time/instant.ts'
import { dateIn, ignoreEndOf } from '../end-text.ts'

/** A triage by a person. A note alone is also one: it does not change the state. */
export interface Decision {
  state?: NewTriageState | undefined
  /** Only with `ignored`; a missing one means "no reason". */
  reason?: TriageReason | undefined
  /** Only with `ignored`: when the finding is reopened, an instant, 24:00 of a day, or an event; a missing one means never. */
  until?: string | undefined
  note?: string | undefined
  /** Who owns the finding from now on; null for nobody. */
  owner?: string | null | undefined
}

/** The fields of a finding that a triage changes or depends on. All may be missing in responses of other services. */
export interface TriageFields {
  state?: string | null | undefined
  status?: string | null | undefined
  triage_state?: string | null | undefined
  triage_reason?: string | null | undefined
  triage_comment?: string | null | undefined
  triaged_at?: string | null | undefined
  triaged_by?: string | null | undefined
  ignored_until?: string | null | undefined
  ignore_ends?: string | null | undefined
  owner?: string | null | undefined
  ignore_request?: string | null | undefined
}

/** The maximum length of a note. Source: docs/api.md#triage. */
export const maxNoteLength = 3000
/** The maximum number of findings per request. Source: docs/api.md#triage. */
export const maxPerRequest = 3000

function noteOf(decision: Decision): string | undefined {
  return decision.note?.trim() || undefined
}

/** Returns the reason of a triage: only ignoring has one, and it always has one. */
function reasonOf({ state, reason }: Decision): TriageReason | undefined {
  return state === 'ignored' ? (reason ?? 'no_triage_reason') : undefined
}

const isSameInstant = (one: string | null | undefined, other: string | null | undefined) =>
  parseInstant(one)?.getTime() === parseInstant(other)?.getTime()

/** Whether a triage would change this finding. */
export function wouldChange(row: TriageFields, decision: Decision): boolean {
  const note = noteOf(decision)
  if (note !== undefined && note !== row.triage_comment) return true
  // Whether a rule or a person has set the same owner is known to the service alone.
  if (decision.owner !== undefined) return true
  if (decision.state === undefined) return false
  const before = row.triage_state === 'untriaged' || !row.triage_state ? 'reopened' : row.triage_state
  if (before !== decision.state) return true
  if (decision.state !== 'ignored') return false
  const ends = ignoreEndOf(decision.until)
  const isSameEnd =
    (row.ignore_ends ?? undefined) === ends && isSameInstant(dateIn(decision.until), row.ignored_until)
  return reasonOf(decision) !== row.triage_reason || !isSameEnd
}

/**
 * Returns the finding after a triage, to show it before the service has responded.
 * @param by the name of the person who triages, if it is known.
 */
export function withDecision<Row extends TriageFields>(
  row: Row,
  decision: Decision,
  at: Date,
  by?: string,
): Row {
  const note = noteOf(decision)
  const { owner } = decision
  const commented: Row = {
    ...row,
    ...(note === undefined ? {} : { triage_comment: note }),
    ...(owner === undefined ? {} : { owner: owner ?? undefined }),
  }
  if (decision.state === undefined) return commented
  const ends = ignoreEndOf(decision.until)
  return {
    ...commented,
    triage_state: decision.state,
    triage_reason: reasonOf(decision) ?? null,
    ignored_until: decision.state === 'ignored' ? dateIn(decision.until) : undefined,
    ignore_ends: decision.state === 'ignored' ? ends : undefined,
    ignore_request: undefined,
    status: deriveStatus(row.state, decision.state),
    triaged_at: at.toISOString(),
    triaged_by: by,
  }
}

/** The end of a triage as the fields of a request. */
export function endIn({ until }: Decision): Pick<TriageRequest, 'new_ignored_until' | 'new_ignore_ends'> {
  const [ends, date] = [ignoreEndOf(until), dateIn(until)]
  return { ...(date && { new_ignored_until: date }), ...(ends && { new_ignore_ends: ends }) }
}

/**
 * Returns the body of `POST triage` for findings by id.
 * @param seenAt when their current state was seen; later triage by others is a conflict and is not overwritten.
 */
export function triageRequest(
  type: FindingType,
  ids: readonly number[],
  decision: Decision,
  seenAt?: string,
): TriageRequest {
  const reason = reasonOf(decision)
  const note = noteOf(decision)
  return {
    issue_type: type,
    issue_ids: [...ids],
    ...(decision.state ? { new_triage_state: decision.state } : {}),
    ...(reason ? { new_triage_reason: reason } : {}),
    ...(reason ? endIn(decision) : {}),
    ...(note ? { new_note: note } : {}),
    ...(decision.owner === undefined ? {} : { new_owner: decision.owner }),
    ...(seenAt ? { seen_at: seenAt } : {}),
  }
}
