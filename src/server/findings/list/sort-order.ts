import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { notFound } from '#server/http/errors.ts'

/** How a list is ordered: by a key of its own if it has one, then always by `relevant_since` and `id`. */
export interface SortOrder {
  key: RawBuilder<string | number> | null
  keyDirection: 'asc' | 'desc'
  /** Of `relevant_since` and `id`. */
  direction: 'asc' | 'desc'
}

/**
 * Reads the `sort` parameter; without one newest first. Findings without an EPSS score, or never triaged, come last
 * either way.
 * Source: docs/api.md#order-and-totals.
 */
export function sortOrderOf(sort: FindingsQuery['sort']): SortOrder {
  const keyDirection = sort?.startsWith('-') ? 'desc' : 'asc'
  switch (sort?.replace('-', '')) {
    case 'severity':
      return { key: sql`finding.severity`, keyDirection, direction: 'desc' }
    case 'repository':
      return {
        key: sql`(select project.name from project where project.id = finding.project_id)`,
        keyDirection,
        direction: 'desc',
      }
    case 'rule':
      return {
        key: sql`(select rule.path from rule where rule.id = finding.rule_id)`,
        keyDirection,
        direction: 'desc',
      }
    case 'epss': {
      // Scores go from 0 to 1.
      const unscored = keyDirection === 'desc' ? -1 : 2
      return { key: sql`coalesce(finding.epss_score, ${unscored})`, keyDirection, direction: 'desc' }
    }
    case 'triaged_at': {
      // In whole seconds, as memory keeps them.
      const untriaged = keyDirection === 'desc' ? -1 : 2 ** 40
      return { key: sql`coalesce(finding.triaged_at / 1000, ${untriaged})`, keyDirection, direction: 'desc' }
    }
    case 'relevant_since':
      return { key: null, keyDirection, direction: keyDirection }
    default:
      return { key: null, keyDirection: 'desc', direction: 'desc' }
  }
}

const sqlDirection = (direction: 'asc' | 'desc') => sql.raw(direction)

/** The `order by` of a list, without these words. */
export function orderByColumns({ key, keyDirection, direction }: SortOrder): RawBuilder<unknown> {
  const end = sql`finding.relevant_since ${sqlDirection(direction)}, finding.id ${sqlDirection(direction)}`
  return key ? sql`${key} ${sqlDirection(keyDirection)}, ${end}` : end
}

/**
 * The condition that a row comes after the finding `id` in an order, wherever that finding stands now.
 * @throws HttpError 404 where the deployment has no such finding of this type.
 */
export async function afterCursor(
  reader: Reader,
  of: { deploymentId: number; type: (typeof findingTypes)[number] },
  id: number,
  order: SortOrder,
): Promise<RawBuilder<SqlBool>> {
  const mark = await reader
    .selectFrom('finding')
    .select(['id', 'relevant_since', (order.key ?? sql<number>`0`).as('key')])
    .where('id', '=', id)
    .where('deployment_id', '=', of.deploymentId)
    .where('type', '=', toCode(findingTypes, of.type))
    .executeTakeFirst()
  if (!mark) throw notFound('finding')
  const comparison = (direction: 'asc' | 'desc') => (direction === 'asc' ? sql`>` : sql`<`)
  const end = sql<SqlBool>`(finding.relevant_since, finding.id) ${comparison(order.direction)} (${mark.relevant_since}, ${mark.id})`
  const { key, keyDirection } = order
  if (!key) return end
  return sql<SqlBool>`(${key} ${comparison(keyDirection)} ${mark.key} or (${key} = ${mark.key} and ${end}))`
}
