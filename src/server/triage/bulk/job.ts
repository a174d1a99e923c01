import type { Selectable } from 'kysely'
import type { Job } from '#contract/responses/triage.ts'
import { newTriageStates } from '#contract/vocabulary.ts'
import { findingTypes, fromCode, ignoreEnds, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { JobTable } from '#server/db/triage-tables.ts'
import type { Decision } from '#server/findings/decision.ts'
import { notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { type SkipReason, skipReasons } from '../decisions/skip-reasons.ts'
import { undoableUntil } from '../decisions/undo.ts'

export type JobRow = Selectable<JobTable>

/** Why findings were skipped, and how many; old jobs have no code. */
export type Skipped = readonly { code?: string; reason: string; count: number }[]

/** Adds to the skipped findings; each reason has one entry. */
export function addSkipped(skipped: Skipped, codes: readonly SkipReason[]): Skipped {
  const counts = new Map(skipped.map((one) => [one.reason, one]))
  for (const code of codes) {
    const reason = skipReasons[code]
    counts.set(reason, { code, reason, count: (counts.get(reason)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}

/** The findings that a job skipped, with the reasons. */
export const skippedOf = (row: JobRow) =>
  // parse: written by us from such a list.
  parseStored<Skipped>(row.skipped_json)

/** The result of a job that triages. */
export interface TriageResult {
  /** The findings for which ignoring was only requested, a part of `done`. */
  requested: number
}

/** For how many of the findings that a job triaged it was only requested. */
export function requestedOf({ kind, result_json: json }: JobRow): number {
  if (json === null || kind !== 'triage') return 0
  // parse: written by us after each batch.
  return parseStored<TriageResult>(json).requested
}

/** The decision of a job, as requested. */
export function decisionOf(row: JobRow): Decision {
  const stored = fromCode(triageStates, row.to_state)
  return {
    state: newTriageStates.find((state) => state === stored),
    reason: fromCode(triageReasons, row.reason),
    until: row.ignored_until,
    ends: fromCode(ignoreEnds, row.ignore_ends),
    note: row.note ?? undefined,
    owner: row.owner === null ? undefined : row.owner || null,
  }
}

/** @throws HttpError 404 for a job that does not exist or belongs to another deployment. */
export async function jobWithId(reader: Reader, deploymentId: number, id: string): Promise<JobRow> {
  const row = await reader
    .selectFrom('job')
    .selectAll()
    .where('id', '=', ownId(id) ?? -1)
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst()
  if (!row) throw notFound('job')
  return row
}

/** A job as a response object. `now` determines whether it can still be undone. */
export function toJob(row: JobRow, now: number): Job {
  const until = undoDeadline(row, now)
  return {
    id: String(row.id),
    kind: row.kind,
    undoes: row.undoes === null ? null : String(row.undoes),
    state: row.state,
    done: row.done,
    total: row.total,
    skipped: [...skippedOf(row)],
    error: row.error,
    result: jobResultOf(row),
    ...assignedBy(row),
    ...(row.kind === 'triage' ? { requested: requestedOf(row) } : {}),
    by: row.actor,
    at: formatInstant(row.at),
    finished_at: row.finished_at === null ? null : formatInstant(row.finished_at),
    undo_until: until === null ? null : formatInstant(until),
    undone_at: row.undone_at === null ? null : formatInstant(row.undone_at),
    issue_type: fromCode(findingTypes, row.type),
    to_state: fromCode(triageStates, row.to_state),
    reason: fromCode(triageReasons, row.reason),
    note: row.note,
    ignored_until: row.ignored_until === null ? null : formatInstant(row.ignored_until),
    ...(row.ignore_ends === null ? {} : { ignore_ends: fromCode(ignoreEnds, row.ignore_ends) }),
    ...(row.owner === null ? {} : { owner: row.owner || null }),
  }
}

function jobResultOf({ kind, result_json: json }: JobRow): Job['result'] {
  if (json === null || kind !== 'import') return null
  // parse: written by us when an import ended.
  const { scan_id } = parseStored<{ scan_id: number }>(json)
  return { scan_id }
}

function assignedBy({ kind, result_json: json }: JobRow): Pick<Job, 'assigned'> {
  if (json === null || kind !== 'owners') return {}
  // parse: written by us as the job goes on.
  return { assigned: parseStored<{ changed: number }>(json).changed }
}

/** Until when a job can be undone, or null if it cannot be undone (any more). */
export function undoDeadline(row: JobRow, now: number): number | null {
  if (row.kind !== 'triage' || row.done === 0 || row.undone_at !== null || row.finished_at === null)
    return null
  return undoableUntil(row.finished_at, now)
}

/** ISO 8601 with milliseconds, from milliseconds since 1970. */
export const formatInstant = (at: number) => new Date(at).toISOString()
