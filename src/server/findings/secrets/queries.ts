import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { modesOf } from '#server/findings/columns/names.ts'
import { pageOf } from '#server/findings/columns/page.ts'
import type { Selection } from '#server/findings/filters/query.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { type EffectiveModes, modeOfLevel } from '#server/records/policies/effective-modes.ts'

/** The requested page of secrets. */
export interface SecretsPage {
  size: number
  /** From 0; ignored if a cursor or `after` is given. */
  page: number
  /** The id of the last secret of the previous page; `''` and `'0'` select the first page. */
  cursor: string | undefined
  /** The same id, as in the list of findings. */
  after: number | undefined
  sort: FindingsQuery['sort']
}

/**
 * Returns one page of secrets, by default in the sort order of all findings.
 * @returns the rows, the number of all that match, whether any are left, and the cursor of the previous page: '' on the
 * first, '0' on the second. 3000 secrets need as many statements as one.
 * @throws HttpError 400 for a cursor that is not a secret's id, 404 for such an `after`.
 * Source: docs/api.md#secrets.
 */
export async function pageOfSecrets(
  { reader, columns }: FindingsSnapshot,
  selection: Selection,
  page: SecretsPage,
) {
  const { size, sort, cursor } = page
  const isCursor = cursor !== undefined && cursor !== '' && cursor !== '0'
  const after = isCursor ? (ownId(cursor) ?? -1) : page.after
  const window = { sort, after, size, offset: after === undefined ? page.page * size : 0 }
  const { ids, total, offset, beforePrevious } = await pageOf(reader, columns, selection, window).catch(
    (error: unknown) => {
      if (!isCursor || !(error instanceof HttpError)) throw error
      throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor from a response' }])
    },
  )
  const rows = await readSecrets(
    reader,
    selection.deploymentId,
    [...ids],
    await modesOf(reader, columns, selection.deploymentId),
  )
  const previous = offset === 0 ? '' : String(beforePrevious ?? 0)
  return { rows, hasMore: offset + rows.length < total, total, previous }
}

export type SecretRow = Awaited<ReturnType<typeof readSecrets>>[number]

/** Secrets with the data that their response needs, in the order of `ids`. */
async function readSecrets(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
  modes: EffectiveModes,
) {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'finding.deployment_id')
        .onRef('project.id', '=', 'finding.project_id'),
    )
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .selectAll('finding')
    .select(['project.name as project_name', 'project.url as project_url', 'ref.name as ref_name'])
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.id', 'in', valuesOf(ids))
    .execute()
  const byId = new Map(
    rows.map((row) => [row.id, { ...row, mode: modeOfLevel(modes.levelOf(row.project_id, row.rule_id)) }]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}
