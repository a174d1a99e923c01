import { sql } from 'kysely'
import type { FindingsQuery } from '#contract/findings-query.ts'
import type { Reader } from '#server/db/database.ts'
import { isSelected } from './dedup.ts'
import { comesAfter, orderBy, orderOf } from './order.ts'
import { type Selection, selectionOf } from './query.ts'
import { answerColumns, type FindingRow } from './rows.ts'
import { writtenFindings } from './written.ts'

const empty = '{"findings":[]}'

/** How many findings a selection has, after dedup. */
export async function countSelected(reader: Reader, selection: Selection): Promise<number> {
  const { total } = await reader
    .selectFrom('finding')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isSelected(selection))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * One page of findings as JSON text in the described form, and the exact number of all that match.
 * The statements are as many for a page of 3000 as for one of 100.
 * Source: API description, "GET …/findings"; API decisions, "Order of findings", "Totals".
 */
export async function listPage(
  reader: Reader,
  deploymentId: number,
  query: Omit<FindingsQuery, 'filter'>,
): Promise<{ text: string; total: number; rows: number }> {
  const { page = 0, page_size: pageSize = 100, after, sort, include, ...set } = query
  const selection = selectionOf(deploymentId, set)
  const order = orderOf(sort)
  const total = await countSelected(reader, selection)
  const following = after === undefined ? undefined : await comesAfter(reader, selection, after, order)
  const offset = following ? 0 : page * pageSize
  const rows: FindingRow[] =
    offset >= total
      ? []
      : await reader
          .selectFrom('finding')
          .select(answerColumns)
          .where(isSelected(selection))
          .$if(following !== undefined, (found) => found.where(following ?? sql<boolean>`1`))
          .orderBy(orderBy(order))
          .limit(pageSize)
          .offset(offset)
          .execute()
  const supplyChain = selection.type === 'sca'
  const marked = include?.includes('marks') ?? false
  const texts = rows.length === 0 ? [] : await writtenFindings(reader, rows, { supplyChain, marked })
  const findings = `{"findings":[${texts.join(',')}]}`
  const text = `{"sastFindings":${supplyChain ? empty : findings},"scaFindings":${supplyChain ? findings : empty}}`
  return { text, total, rows: rows.length }
}
