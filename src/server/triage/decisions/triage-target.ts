import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { Selection } from '#server/findings/filters/query.ts'
import { HttpError } from '#server/http/errors.ts'
import type { TriageTarget } from './triage-request.ts'

/** The findings that a decision targets, without a limit. */
export function selectionOfTarget({ target, type }: TriageTarget, deploymentId: number): Selection {
  if ('selection' in target) return target.selection
  return { deploymentId, type, filter: {}, filters: [], dedup: false, withRemoved: true, only: target.ids }
}

/** @throws HttpError 404 with each requested id that is not known. */
export function assertAllKnown(target: readonly number[], known: ReadonlySet<number>, type: string) {
  const errors = target.flatMap((id) =>
    known.has(id) ? [] : [{ pointer: '/issue_ids', detail: `${id} is not a finding of issue_type=${type}` }],
  )
  if (errors.length > 0)
    throw new HttpError(404, 'Not all of these findings exist. Nothing was changed.', { errors })
}

/** The given ids that are findings of the type, newest first. */
export async function readKnownIds(
  reader: Reader,
  deploymentId: number,
  { type, ids }: { type: TriageTarget['type']; ids: readonly number[] },
): Promise<number[]> {
  const rows = await reader
    .selectFrom('finding')
    .select('id')
    .where('id', 'in', valuesOf(ids))
    .where('deployment_id', '=', deploymentId)
    .where('type', '=', toCode(findingTypes, type))
    .orderBy('relevant_since', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** @throws HttpError 404 if requested ids are not findings of the type. */
export async function assertTargetExists(
  reader: Reader,
  { target, type }: TriageTarget,
  deploymentId: number,
): Promise<void> {
  if (!('ids' in target)) return
  const known = await readKnownIds(reader, deploymentId, { type, ids: target.ids })
  assertAllKnown(target.ids, new Set(known), type)
}
