import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import { valuesOf } from '#server/db/sql.ts'
import { pageOf } from '../columns/page.ts'
import { selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { type FindingRow, findingColumns } from './rows.ts'
import { serializeFindings } from './serialize-findings.ts'

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
  const { reader, columns } = view
  const selection = selectionOf(deploymentId, set)
  const window = { sort, after, size, offset: after === undefined ? page * size : 0 }
  const { ids, total } = await pageOf(reader, columns, selection, window)
  const rows = await readRowsWithIds(view, deploymentId, [...ids])
  const supplyChain = selection.type === 'sca'
  const withFlags = include?.includes('marks') ?? false
  const texts =
    rows.length === 0 ? [] : await serializeFindings(reader, deploymentId, rows, { supplyChain, withFlags })
  const findings = `{"findings":[${texts.join(',')}]}`
  const text = `{"sastFindings":${supplyChain ? emptyPage : findings},"scaFindings":${supplyChain ? findings : emptyPage}}`
  return { text, total, rows: rows.length }
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
