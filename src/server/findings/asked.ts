import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { code, findingTypes } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { Refusal } from '#server/http/errors.ts'
import { isSelected } from './dedup.ts'
import type { AskedTriage } from './triage-request.ts'

/** The condition that a row of `finding` is one of those asked for, whatever the limit. */
export function isAsked({ chosen, type }: AskedTriage, deploymentId: number): RawBuilder<SqlBool> {
  if ('selection' in chosen) return isSelected(chosen.selection)
  return sql<SqlBool>`finding.id in ${valuesOf(chosen.ids)} and finding.deployment_id = ${deploymentId}
    and finding.type = ${code(findingTypes, type)}`
}

/** @throws Refusal 404 with each id that was asked for and is not known. */
export function refuseUnknown(asked: readonly number[], known: ReadonlySet<number>, type: string) {
  const errors = asked.flatMap((id) =>
    known.has(id) ? [] : [{ pointer: '/issue_ids', detail: `${id} is not a finding of issue_type=${type}` }],
  )
  if (errors.length > 0)
    throw new Refusal(404, 'Not all of these findings exist. Nothing was changed.', { errors })
}

/** @throws Refusal 404 where ids were asked for that are none of the type's findings. */
export async function demandKnown(reader: Reader, asked: AskedTriage, deploymentId: number): Promise<void> {
  if (!('ids' in asked.chosen)) return
  const rows = await reader.selectFrom('finding').select('id').where(isAsked(asked, deploymentId)).execute()
  refuseUnknown(asked.chosen.ids, new Set(rows.map(({ id }) => id)), asked.type)
}
