import { sql } from 'kysely'
import type { FindingsQuery } from '#contract/findings-query.ts'
import type { Reader } from '#server/db/database.ts'
import { findingMembers } from './answer.ts'
import { isSelected } from './dedup.ts'
import { readFragments } from './fragments.ts'
import { otherRefs } from './marks.ts'
import { comesAfter, orderBy, orderOf } from './order.ts'
import { type Selection, selectionOf } from './query.ts'
import { answerColumns, type FindingRow } from './rows.ts'

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
  const findings =
    rows.length === 0 ? empty : await write(reader, rows, supplyChain, include?.includes('marks') ?? false)
  const text = `{"sastFindings":${supplyChain ? empty : findings},"scaFindings":${supplyChain ? findings : empty}}`
  return { text, total, rows: rows.length }
}

async function write(reader: Reader, rows: readonly FindingRow[], supplyChain: boolean, marked: boolean) {
  const fragments = await readFragments(reader, rows)
  const refs = marked
    ? await otherRefs(
        reader,
        rows.map((row) => row.id),
      )
    : undefined
  const marks = (row: FindingRow) => {
    if (!refs) return ''
    const title = JSON.stringify(fragments.rules.get(row.rule_id)?.title ?? null)
    return `,"marks":{"title":${title},"other_refs":${refs.get(row.id) ?? 0},"reappeared":${row.reappeared}}`
  }
  const texts = rows.map((row) => `{${findingMembers(row, fragments, supplyChain)}${marks(row)}}`)
  return `{"findings":[${texts.join(',')}]}`
}
