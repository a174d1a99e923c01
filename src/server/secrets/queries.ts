import { type SqlBool, sql } from 'kysely'
import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import type { Reader } from '#server/db/database.ts'
import {
  afterCursor,
  isSelected,
  orderByColumns,
  type Selection,
  sortOrderOf,
} from '#server/findings/public.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'

/** Which page of secrets is asked for. */
export interface SecretsPage {
  size: number
  /** From 0; where a cursor or `after` is given it says nothing. */
  page: number
  /** The id of the last secret of the page before; `''` and `'0'` mean the first page. */
  cursor: string | undefined
  /** The same, as the list of findings says it. */
  after: number | undefined
  sort: FindingsQuery['sort']
}

/**
 * One page of secrets, in the order of all findings where no other is asked for.
 * @returns the rows, the number of all that match, whether any are left, and the cursor of the page before: '' on
 * the first, '0' on the second. As many statements for 3000 secrets as for one.
 * @throws HttpError 400 for a cursor that is no secret's id, 404 for such an `after`.
 * Source: docs/api.md#secrets.
 */
export async function pageOfSecrets(reader: Reader, selection: Selection, page: SecretsPage) {
  const { size } = page
  const order = sortOrderOf(page.sort)
  const afterCondition = await conditionAfterCursor(reader, selection, page)
  const query = reader.selectFrom('finding').where(isSelected(selection))
  const countWhere = async (condition: typeof afterCondition) => {
    const { count } = await query
      .select((of) => of.fn.countAll<number>().as('count'))
      .where(condition ?? sql<SqlBool>`true`)
      .executeTakeFirstOrThrow()
    return count
  }
  const total = await countWhere(null)
  const offset = afterCondition ? total - (await countWhere(afterCondition)) : page.page * size
  const rows = await query
    .innerJoin('project', 'project.id', 'finding.project_id')
    .innerJoin('ref', 'ref.id', 'finding.ref_id')
    .leftJoin('policy_rule', (join) =>
      join
        .onRef('policy_rule.policy_id', '=', 'finding.policy_id')
        .onRef('policy_rule.rule_id', '=', 'finding.rule_id'),
    )
    .selectAll('finding')
    .select([
      'project.name as project_name',
      'project.url as project_url',
      'ref.name as ref_name',
      'policy_rule.mode',
    ])
    .orderBy(orderByColumns(order))
    .limit(size)
    .offset(offset)
    .execute()
  const beforeCondition =
    offset > size
      ? await query
          .select('finding.id')
          .orderBy(orderByColumns(order))
          .limit(1)
          .offset(offset - size - 1)
          .executeTakeFirst()
      : undefined
  return {
    rows,
    hasMore: offset + rows.length < total,
    total,
    previous: offset === 0 ? '' : String(beforeCondition?.id ?? 0),
  }
}

export type SecretRow = Awaited<ReturnType<typeof pageOfSecrets>>['rows'][number]

/** The condition that a secret comes after the one that was named; null for the first page. */
async function conditionAfterCursor(
  reader: Reader,
  selection: Selection,
  { cursor, after, sort }: SecretsPage,
) {
  const cursorId = cursor !== undefined && cursor !== '' && cursor !== '0'
  if (!cursorId) return after === undefined ? null : afterCursor(reader, selection, after, sortOrderOf(sort))
  try {
    return await afterCursor(reader, selection, ownId(cursor) ?? -1, sortOrderOf(sort))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor from a response' }])
  }
}

/** The selection with the removed ones, which are kept for their history and listed only for who asks for them. */
export function alsoRemoved(selection: Selection): Selection {
  const conditions = selection.conditions.map((condition) =>
    condition.parameter === 'status'
      ? { ...condition, holds: sql<SqlBool>`(finding.removed = 1 or ${condition.holds})` }
      : condition,
  )
  return { ...selection, conditions, withRemoved: true }
}
