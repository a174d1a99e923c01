import { sql } from 'kysely'
import type { CompatibleFindingsQuery, FindingsQuery } from '#contract/parameters/findings-query.ts'
import { type FindingType, issueTypes } from '#contract/vocabulary.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Database } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { askedOf, type EffectiveModes, readEffectiveModes } from '#server/records/policies/effective-modes.ts'
import { modesOf } from '../columns/names.ts'
import { type PageWindow, pageOf } from '../columns/page.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { compatiblePageText, pageText } from './page-text.ts'
import { type FindingRow, findingColumns } from './rows.ts'
import { serializeFindings, serializeInBothForms } from './serialize-findings.ts'

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
  const window = { sort, after, size, offset: after === undefined ? page * size : 0 }
  const { rows, total, options } = await readPage(view, deploymentId, { set, window, include })
  const texts = await textsOf(view.reader, deploymentId, rows, options)
  return { text: pageTextOf(set.issue_type, texts), total, rows: texts.length }
}

/** Like `listPage`, for a token with compatible answers. Of two types, code findings come first. */
export async function listCompatiblePage(
  view: FindingsSnapshot,
  deploymentId: number,
  query: Omit<CompatibleFindingsQuery, 'filter'>,
): Promise<{ text: string; total: number }> {
  const {
    page = 0,
    page_size: size = 100,
    after,
    sort,
    include,
    issue_type: types = ['sast'],
    ...set
  } = query
  const documented: Partial<Record<FindingType, string[]>> = {}
  const compatible: string[] = []
  let [total, offset, remaining] = [0, after === undefined ? page * size : 0, size]
  for (const type of issueTypes.filter((one) => types.includes(one))) {
    const window = { sort, after, size: remaining, offset }
    const read = await readPage(view, deploymentId, { set: { ...set, issue_type: type }, window, include })
    const texts = await serializeInBothForms(view.reader, deploymentId, read.rows, read.options)
    documented[type] = texts.documented
    compatible.push(...texts.compatible)
    total += read.total
    offset = Math.max(0, offset - read.total)
    remaining -= read.rows.length
  }
  return { text: compatiblePageText(documented, compatible), total }
}

/** The rows of a page, the number of all that match, and how the rows are written. */
async function readPage(
  view: FindingsSnapshot,
  deploymentId: number,
  { set, window, include }: { set: FindingSet; window: PageWindow; include: FindingsQuery['include'] },
) {
  const { reader, columns } = view
  const selection = selectionOf(deploymentId, set)
  const { ids, total } = await pageOf(reader, columns, selection, window)
  const rows = await readRowsWithIds(view, deploymentId, [...ids])
  const modes = await modesOf(reader, columns, deploymentId)
  return { rows, total, options: optionsOf(selection.type, include, modes) }
}

const optionsOf = (type: FindingType, include: FindingsQuery['include'], modes: EffectiveModes) => ({
  modes,
  supplyChain: type === 'sca',
  withFlags: include?.includes('marks') ?? false,
})

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
    const texts = await textsOf(snapshot.read, deploymentId, rows, optionsOf(type, include, modes))
    return { text: pageTextOf(type, texts), total: isLast ? page * size + rows.length : null }
  })
}

/** Secrets, which operations list in another form, are written as code findings. */
const pageTextOf = (type: FindingType | undefined, texts: readonly string[]) =>
  pageText(type === 'sca' ? { sca: texts } : { sast: texts })

const textsOf: typeof serializeFindings = async (reader, deploymentId, rows, options) =>
  rows.length === 0 ? [] : serializeFindings(reader, deploymentId, rows, options)

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
