import { sql } from 'kysely'
import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Database, Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { askedOf, type EffectiveModes, readEffectiveModes } from '#server/policies/public.ts'
import { modesOf } from '../columns/names.ts'
import { pageOf } from '../columns/page.ts'
import { selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { type FindingRow, findingColumns } from './rows.ts'
import { serializeFindings } from './serialize-findings.ts'

const emptyPage = '{"findings":[]}'

/**
 * Returns one page of findings as JSON text in the documented form, and the exact number of all matching findings. A
 * page of 3000 needs as many statements as one of 100.
 * Source: docs/api.md#filters, docs/api.md#order-and-totals.
 */
export async function listPage(
  view: FindingsSnapshot,
  deploymentId: number,
  query: Omit<FindingsQuery, 'filter'>,
): Promise<{ text: string; total: number; rows: number }> {
  const { page = 0, page_size: size = 100, after, sort, include, ...set } = query
  const { reader, columns } = view
  const selection = selectionOf(deploymentId, set)
  const window = { sort, after, size, offset: after === undefined ? page * size : 0 }
  const { ids, total } = await pageOf(reader, columns, selection, window)
  const rows = await readRowsWithIds(view, deploymentId, [...ids])
  const text = await pageText(reader, deploymentId, rows, {
    modes: await modesOf(reader, columns, deploymentId),
    type: selection.type,
    include,
  })
  return { text, total, rows: rows.length }
}

/**
 * Returns a page of all findings of a type in the default sort order, read from the database only, for use while the
 * columns are loaded for the first time. The total is known only if the page is the last one.
 * @returns null if the query has a filter or another sort order.
 */
export async function unfilteredPage(
  database: Database,
  deploymentId: number,
  query: FindingsQuery,
): Promise<{ text: string; total: number | null } | null> {
  const { page = 0, page_size: size = 100, after, sort, filter, include, ...set } = query
  const { type, filters, dedup } = selectionOf(deploymentId, set)
  if (filters.length > 0 || dedup || after !== undefined || sort !== undefined || filter !== undefined)
    return null
  return database.snapshot(async (snapshot) => {
    const rows: FindingRow[] = await snapshot.rows(
      snapshot.read
        .selectFrom('finding')
        .select(findingColumns)
        .where('deployment_id', '=', deploymentId)
        .where('type', '=', toCode(findingTypes, type))
        // Written out so that SQLite uses the index of rows in this order.
        .where(sql<boolean>`removed = 0`)
        .orderBy('relevant_since', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset(page * size)
        .compile(),
    )
    const isLast = rows.length < size && (rows.length > 0 || page === 0)
    const modes = await readEffectiveModes(snapshot.read, deploymentId, askedOf(rows))
    const text = await pageText(snapshot.read, deploymentId, rows, { modes, type, include })
    return { text, total: isLast ? page * size + rows.length : null }
  })
}

async function pageText(
  reader: Reader,
  deploymentId: number,
  rows: readonly FindingRow[],
  { modes, type, include }: { modes: EffectiveModes; type: FindingType; include: FindingsQuery['include'] },
): Promise<string> {
  const supplyChain = type === 'sca'
  const withFlags = include?.includes('marks') ?? false
  const texts =
    rows.length === 0
      ? []
      : await serializeFindings(reader, deploymentId, rows, { modes, supplyChain, withFlags })
  const findings = `{"findings":[${texts.join(',')}]}`
  return `{"sastFindings":${supplyChain ? emptyPage : findings},"scaFindings":${supplyChain ? findings : emptyPage}}`
}

async function readRowsWithIds(
  { reader, snapshot }: FindingsSnapshot,
  deploymentId: number,
  ids: readonly number[],
): Promise<FindingRow[]> {
  if (ids.length === 0) return []
  const query = reader
    .selectFrom('finding')
    .select(findingColumns)
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
  const page: FindingRow[] = await snapshot.rows(query.compile())
  const byId = new Map(page.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
