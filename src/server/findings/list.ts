import { sql } from 'kysely'
import type { FindingsQuery } from '#contract/findings-query.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { isSelected } from './dedup.ts'
import { pageInMemory, type Wanted } from './memory/page-of-rows.ts'
import { comesAfter, orderBy, orderOf } from './order.ts'
import { type Selection, selectionOf } from './query.ts'
import { answerColumns, type FindingRow } from './rows.ts'
import { countInSql } from './totals.ts'
import { counted, type View } from './view.ts'
import { writtenFindings } from './written.ts'

const empty = '{"findings":[]}'

/**
 * One page of findings as JSON text in the described form, and the exact number of all that match.
 * The statements are as many for a page of 3000 as for one of 100.
 * Source: docs/api.md#filters, docs/api.md#order-and-totals.
 */
export async function listPage(
  view: View,
  deploymentId: number,
  query: Omit<FindingsQuery, 'filter'>,
): Promise<{ text: string; total: number; rows: number }> {
  const { page = 0, page_size: size = 100, after, sort, include, ...set } = query
  const { reader } = view
  const selection = selectionOf(deploymentId, set)
  const wanted = { sort, after, size, offset: after === undefined ? page * size : 0 }
  const inSql = () => pageInSql(reader, selection, wanted)
  const inMemory = async (columns: Parameters<typeof pageInMemory>[1]) => {
    const found = await pageInMemory(reader, columns, selection, wanted)
    return found && { total: found.total, rows: await rowsWithIds(view, [...found.ids]) }
  }
  // A few ids are found faster by their key than among all.
  const { total, rows } = selection.only ? await inSql() : await counted(view, inMemory, inSql)
  const supplyChain = selection.type === 'sca'
  const marked = include?.includes('marks') ?? false
  const texts = rows.length === 0 ? [] : await writtenFindings(reader, rows, { supplyChain, marked })
  const findings = `{"findings":[${texts.join(',')}]}`
  const text = `{"sastFindings":${supplyChain ? empty : findings},"scaFindings":${supplyChain ? findings : empty}}`
  return { text, total, rows: rows.length }
}

async function rowsWithIds({ reader, snapshot }: View, ids: readonly number[]): Promise<FindingRow[]> {
  if (ids.length === 0) return []
  const query = reader.selectFrom('finding').select(answerColumns).where('id', 'in', valuesOf(ids))
  const found: FindingRow[] = await snapshot.rows(query.compile())
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function pageInSql(
  reader: Reader,
  selection: Selection,
  { sort, after, size, offset }: Wanted,
): Promise<{ total: number; rows: FindingRow[] }> {
  const order = orderOf(sort)
  const total = await countInSql(reader, selection)
  const following = after === undefined ? undefined : await comesAfter(reader, selection, after, order)
  if (offset >= total) return { total, rows: [] }
  const rows = await reader
    .selectFrom('finding')
    .select(answerColumns)
    .where(isSelected(selection))
    .$if(following !== undefined, (found) => found.where(following ?? sql<boolean>`1`))
    .orderBy(orderBy(order))
    .limit(size)
    .offset(offset)
    .execute()
  return { total, rows }
}
