import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FindingsQuery } from '#contract/findings-query.ts'
import type { Reader } from '#server/db/database.ts'
import { isAmong } from '../among.ts'
import { column } from '../columns.ts'
import { isSelected } from '../dedup.ts'
import { orderBy, orderOf } from '../order.ts'
import type { Selection } from '../query.ts'
import { answerColumns, type FindingRow } from '../rows.ts'
import { countInSql } from '../totals.ts'

/** The columns that an export reads of each finding. */
export const exportedColumns = [...answerColumns, 'secret_type', 'validation_state', 'validated_at'] as const
export type ExportedRow = FindingRow & {
  secret_type: string | null
  validation_state: number | null
  validated_at: number | null
}

const pageSize = 1000
/** So many ids are read in one go before others have their turn. */
const idsAtOnce = 20_000

/** All findings of a selection in the order of the list: how many they are, and then page after page. */
export interface AllPages {
  total: number
  pages: AsyncGenerator<ExportedRow[]>
}

/**
 * Reads a whole selection without holding it: in the usual order each page goes on after the last row of the one
 * before, which an index serves. Any other order is made once, and only its ids are kept.
 */
export async function readAll(
  reader: Reader,
  selection: Selection,
  sort: FindingsQuery['sort'],
): Promise<AllPages> {
  if (orderOf(sort).key === null && !selection.dedup) {
    return {
      total: await countInSql(reader, selection),
      pages: pagesInOrder(reader, selection, orderOf(sort).direction),
    }
  }
  const ids = await idsInOrder(reader, selection, sort)
  return { total: ids.length, pages: pagesOfIds(reader, ids) }
}

async function* pagesInOrder(reader: Reader, selection: Selection, direction: 'asc' | 'desc') {
  const past = direction === 'asc' ? sql`>` : sql`<`
  let last: ExportedRow | undefined
  do {
    const mark = last
    const rows: ExportedRow[] = await reader
      .selectFrom('finding')
      .select(exportedColumns)
      .where(isSelected(selection))
      .$if(mark !== undefined, (found) =>
        found.where(
          sql<boolean>`(finding.relevant_since, finding.id) ${past} (${mark?.relevant_since}, ${mark?.id})`,
        ),
      )
      .orderBy('relevant_since', direction)
      .orderBy('id', direction)
      .limit(pageSize)
      .execute()
    if (rows.length > 0) yield rows
    last = rows.length === pageSize ? rows.at(-1) : undefined
    await breathe()
  } while (last)
}

/** Four bytes for each finding; our own ids are below 2^31. */
async function idsInOrder(reader: Reader, selection: Selection, sort: FindingsQuery['sort']) {
  let ids = new Uint32Array(1024)
  let length = 0
  const found = reader
    .selectFrom('finding')
    .select('id')
    .where(isSelected(selection))
    .orderBy(orderBy(orderOf(sort)))
    .stream()
  for await (const { id } of found) {
    if (length === ids.length) {
      const more = new Uint32Array(length * 2)
      more.set(ids)
      ids = more
    }
    ids[length++] = id
    if (length % idsAtOnce === 0) await breathe()
  }
  return ids.subarray(0, length)
}

async function* pagesOfIds(reader: Reader, ids: Uint32Array) {
  for (let from = 0; from < ids.length; from += pageSize) {
    const wanted = [...ids.subarray(from, from + pageSize)]
    const rows: ExportedRow[] = await reader
      .selectFrom('finding')
      .select(exportedColumns)
      .where(isAmong(column('id'), wanted))
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield wanted.flatMap((id) => byId.get(id) ?? [])
    await breathe()
  }
}
