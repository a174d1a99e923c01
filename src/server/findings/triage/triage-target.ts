import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { HttpError } from '#server/http/errors.ts'
import { isSelected } from '../filters/dedup.ts'
import type { TriageTarget } from './triage-request.ts'

/** The condition that a row of `finding` is one of those asked for, whatever the limit. */
export function matchesTarget(
  { target: chosen, type }: TriageTarget,
  deploymentId: number,
): RawBuilder<SqlBool> {
  if ('selection' in chosen) return isSelected(chosen.selection)
  return sql<SqlBool>`finding.id in ${valuesOf(chosen.ids)} and finding.deployment_id = ${deploymentId}
    and finding.type = ${toCode(findingTypes, type)}`
}

/** @throws HttpError 404 with each id that was asked for and is not known. */
export function assertAllKnown(target: readonly number[], known: ReadonlySet<number>, type: string) {
  const errors = target.flatMap((id) =>
    known.has(id) ? [] : [{ pointer: '/issue_ids', detail: `${id} is not a finding of issue_type=${type}` }],
  )
  if (errors.length > 0)
    throw new HttpError(404, 'Not all of these findings exist. Nothing was changed.', { errors })
}

/** @throws HttpError 404 where ids were asked for that are none of the type's findings. */
export async function assertTargetExists(
  reader: Reader,
  target: TriageTarget,
  deploymentId: number,
): Promise<void> {
  if (!('ids' in target.target)) return
  const rows = await reader
    .selectFrom('finding')
    .select('id')
    .where(matchesTarget(target, deploymentId))
    .execute()
  assertAllKnown(target.target.ids, new Set(rows.map(({ id }) => id)), target.type)
}
