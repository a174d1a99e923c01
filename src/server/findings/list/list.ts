import { sql } from 'kysely'
import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { type PageWindow, pageInColumns } from '../columns/page.ts'
import { isSelected } from '../filters/dedup.ts'
import { type Selection, selectionOf } from '../filters/query.ts'
import { countWithFallback, type FindingsSnapshot } from '../snapshot.ts'
import { type FindingRow, findingColumns } from './rows.ts'
import { serializeFindings } from './serialize-findings.ts'
import { afterCursor, orderByColumns, sortOrderOf } from './sort-order.ts'
import { countInSql } from './totals.ts'

const emptyPage = '{"findings":[]}'

/**
 * One page of findings as JSON text in the described form, and the exact number of all that match.
 * The statements are as many for a page of 3000 as for one of 100.
 * Source: docs/api.md#filters, docs/api.md#order-and-totals.
 */
export async function listPage(
  view: FindingsSnapshot,
  deploymentId: number,
  query: Omit<FindingsQuery, 'filter'>,
): Promise<{ text: string; total: number; rows: number }> {
  const { page = 0, page_size: size = 100, after, sort, include, ...set } = query
  const { reader } = view
  const selection = selectionOf(deploymentId, set)
  const window = { sort, after, size, offset: after === undefined ? page * size : 0 }
  const inSql = () => listPageInSql(reader, selection, window)
  const inMemory = async (columns: Parameters<typeof pageInColumns>[1]) => {
    const page = await pageInColumns(reader, columns, selection, window)
    return page && { total: page.total, rows: await readRowsWithIds(view, [...page.ids]) }
  }
  // A few ids are found faster by their key than among all.
  const { total, rows } = selection.only ? await inSql() : await countWithFallback(view, inMemory, inSql)
  const supplyChain = selection.type === 'sca'
  const marked = include?.includes('marks') ?? false
  const texts =
    rows.length === 0 ? [] : await serializeFindings(reader, rows, { supplyChain, withFlags: marked })
  const findings = `{"findings":[${texts.join(',')}]}`
  const text = `{"sastFindings":${supplyChain ? emptyPage : findings},"scaFindings":${supplyChain ? findings : emptyPage}}`
  return { text, total, rows: rows.length }
}

async function readRowsWithIds(
  { reader, snapshot }: FindingsSnapshot,
  ids: readonly number[],
): Promise<FindingRow[]> {
  if (ids.length === 0) return []
  const query = reader.selectFrom('finding').select(findingColumns).where('id', 'in', valuesOf(ids))
  const page: FindingRow[] = await snapshot.rows(query.compile())
  const byId = new Map(page.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function listPageInSql(
  reader: Reader,
  selection: Selection,
  { sort, after, size, offset }: PageWindow,
): Promise<{ total: number; rows: FindingRow[] }> {
  const order = sortOrderOf(sort)
  const total = await countInSql(reader, selection)
  const afterCondition = after === undefined ? undefined : await afterCursor(reader, selection, after, order)
  if (offset >= total) return { total, rows: [] }
  const rows = await reader
    .selectFrom('finding')
    .select(findingColumns)
    .where(isSelected(selection))
    .$if(afterCondition !== undefined, (page) => page.where(afterCondition ?? sql<boolean>`1`))
    .orderBy(orderByColumns(order))
    .limit(size)
    .offset(offset)
    .execute()
  return { total, rows }
}
