import { LRUCache } from 'lru-cache'
import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import { findingTypes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { notFound } from '#server/http/errors.ts'
import type { Selection } from '../filters/query.ts'
import { sortOrderOf } from '../list/sort-order.ts'
import type { ColumnSnapshot } from './column-store.ts'
import { deriveFromColumns, namesOf } from './names.ts'
import { type SelectedRows, selectRows, testRows } from './select-rows.ts'
import type { Table } from './table.ts'

/** Which rows of a list are asked for. */
export interface PageWindow {
  sort: FindingsQuery['sort']
  /** Rows before the page. */
  offset: number
  size: number
  /** Only rows after this finding. */
  after: number | undefined
}

/**
 * The ids of a page in the order of the list, and the exact number of all that match.
 * @returns null where memory cannot tell.
 * @throws HttpError 404 where the deployment has no finding `after` of this type.
 */
export async function pageInColumns(
  reader: Reader,
  columns: ColumnSnapshot,
  selection: Selection,
  window: PageWindow,
): Promise<{ ids: Int32Array<ArrayBuffer>; total: number } | null> {
  const table = columns.table(selection.deploymentId, selection.type)
  const selected = await cachedSelection(reader, columns, table, selection)
  if (!selected) return null
  const { total } = selected
  let { selected: chosen } = selected
  let remaining = total
  const order = await rankedOrder(reader, columns, selection, table, window.sort)
  if (window.after !== undefined) {
    const cursorRow = await readCursorRow(reader, selection, window.after)
    const after = rowsAfter(table, chosen, order, cursorRow)
    if (!after) return null
    chosen = after.selected
    remaining = after.total
  }
  const size = Math.max(0, Math.min(window.size, remaining - window.offset))
  return { ids: idsOfPage(table, chosen, order, window.offset, size), total }
}

const maxSelectionCacheSize = 16 * 2 ** 20

/** The rows of a selection, kept until something changes: the next page and another order choose the same. */
async function cachedSelection(reader: Reader, columns: ColumnSnapshot, table: Table, selection: Selection) {
  const cache = await deriveFromColumns(
    columns,
    'chosen rows',
    async () =>
      new LRUCache<string, SelectedRows>({
        maxSize: maxSelectionCacheSize,
        sizeCalculation: ({ selected: chosen }) => chosen.length + 1,
      }),
  )
  const { deploymentId, type, filter, dedup } = selection
  const key = JSON.stringify([deploymentId, type, dedup, filter])
  const cachedRows = cache.get(key)
  if (cachedRows) return cachedRows
  const failures = await testRows(reader, columns, table, selection)
  if (!failures) return null
  const selected = selectRows(table, failures, dedup)
  cache.set(key, selected)
  return selected
}

/** Those of the chosen rows that stand after a finding; null where memory does not know its rank. */
function rowsAfter(
  table: Table,
  chosen: Uint8Array,
  order: RankedOrder,
  cursorRow: CursorRow,
): SelectedRows | null {
  const { codes, ranks, rankOfCursor, isAscending } = order
  const cursorRank = rankOfCursor(cursorRow)
  if (cursorRank === undefined) return null
  const after = chosen.slice()
  let total = 0
  for (let row = 0; row < after.length; row++) {
    if (after[row] === 0) continue
    const difference =
      (ranks[codes?.[row] ?? 0] ?? 0) - cursorRank ||
      (isAscending ? 1 : -1) *
        ((table.since[row] ?? 0) - cursorRow.relevant_since || (table.ids[row] ?? 0) - cursorRow.id)
    if (difference <= 0) after[row] = 0
    else total++
  }
  return { selected: after, total }
}

interface CursorRow {
  id: number
  relevant_since: number
  severity: number
  project_id: number
  rule_id: number
  epss_score: number | null
  triaged_at: number | null
}

/** Rows by the rank of their code, the smallest first. */
interface RankedOrder {
  /** null where all rows are of one rank. */
  codes: Uint8Array | Uint16Array | Uint32Array | null
  /** For each code its rank. */
  ranks: Int32Array
  /** One more than the largest rank. */
  end: number
  rankOfCursor(cursorRow: CursorRow): number | undefined
  /** Whether rows of one rank go from the oldest to the newest. */
  isAscending: boolean
}

async function rankedOrder(
  reader: Reader,
  columns: ColumnSnapshot,
  { deploymentId, type }: Selection,
  table: Table,
  sort: FindingsQuery['sort'],
): Promise<RankedOrder> {
  const { keyDirection, direction } = sortOrderOf(sort)
  const isDescending = keyDirection === 'desc'
  const ranked = (
    codes: Uint8Array | Uint16Array | Uint32Array,
    isAscending: Int32Array,
    end: number,
    cursorRank: (cursorRow: CursorRow) => number,
  ): RankedOrder => {
    const ranks = isDescending ? isAscending.map((rank) => end - 1 - rank) : isAscending
    return {
      codes,
      ranks,
      end,
      rankOfCursor: (cursorRow) => ranks[cursorRank(cursorRow)],
      isAscending: direction === 'asc',
    }
  }
  switch (sort?.replace('-', '')) {
    case 'severity': {
      const { array, size } = table.columns.severity
      return ranked(
        array,
        Int32Array.from({ length: size + 8 }, (_, stored) => stored),
        size + 8,
        (cursorRow) => cursorRow.severity + 1,
      )
    }
    case 'repository': {
      const ranks = await ranksOf(reader, columns, deploymentId, 'repos')
      return ranked(table.columns.project.array, ranks, ranks.length, (cursorRow) => cursorRow.project_id)
    }
    case 'rule': {
      const ranks = await ranksOf(reader, columns, deploymentId, 'rules')
      return ranked(table.columns.rule.array, ranks, ranks.length, (cursorRow) => cursorRow.rule_id)
    }
    case 'epss':
      return rankByScore(table, isDescending)
    case 'triaged_at':
      return rankByTriageTime(await readTriageTimes(columns, `${deploymentId} ${type}`, table), isDescending)
    default:
      return {
        codes: null,
        ranks: Int32Array.of(0),
        end: 1,
        rankOfCursor: () => 0,
        isAscending: direction === 'asc',
      }
  }
}

/** For each id its place among the names, which the database has put in order. */
function ranksOf(reader: Reader, columns: ColumnSnapshot, deploymentId: number, kind: 'repos' | 'rules') {
  return deriveFromColumns(columns, `ranks ${deploymentId} ${kind}`, async () => {
    const names = await namesOf(reader, columns, deploymentId, kind)
    const ranks = new Int32Array([...names.keys()].reduce((most, id) => Math.max(most, id), 0) + 1)
    let rank = 0
    for (const id of names.keys()) ranks[id] = rank++
    return ranks
  })
}

/** By score; those without one come last either way. */
function rankByScore(table: Table, isDescending: boolean): RankedOrder {
  const sorted = table.scores.slice(1).sort((one, other) => (isDescending ? other - one : one - other))
  const positions = new Map(sorted.map((score, place) => [score, place]))
  const ranks = Int32Array.from(table.scores, (score) => positions.get(score) ?? sorted.length)
  return {
    codes: table.columns.epss.array,
    ranks,
    end: sorted.length + 1,
    rankOfCursor: ({ epss_score: score }) => (score === null ? sorted.length : positions.get(score)),
    isAscending: false,
  }
}

interface TriageTimes {
  /** For each row the place of its time among all times, from 1; 0 where nobody triaged it. */
  places: Uint32Array
  placeOf: ReadonlyMap<number, number>
}

/** The times of triage in their order, in whole seconds. */
function readTriageTimes(columns: ColumnSnapshot, cursorRank: string, table: Table): Promise<TriageTimes> {
  return deriveFromColumns(columns, `triage times ${cursorRank}`, async () => {
    const times = table.columns.triagedAt.array.subarray(0, table.length)
    const positionOf = new Map<number, number>()
    for (const time of times.filter((at) => at > 0).sort()) {
      if (!positionOf.has(time)) positionOf.set(time, positionOf.size + 1)
    }
    return { places: Uint32Array.from(times, (at) => positionOf.get(at) ?? 0), placeOf: positionOf }
  })
}

/** By time of triage; those that nobody triaged come last either way. */
function rankByTriageTime(
  { places: positions, placeOf: positionOf }: TriageTimes,
  isDescending: boolean,
): RankedOrder {
  const last = positionOf.size
  const ranks = Int32Array.from({ length: last + 1 }, (_, place) =>
    place === 0 ? last : isDescending ? last - place : place - 1,
  )
  return {
    codes: positions,
    ranks,
    end: last + 1,
    rankOfCursor: ({ triaged_at: at }) =>
      ranks[at === null ? 0 : (positionOf.get(Math.floor(at / 1000)) ?? -1)],
    isAscending: false,
  }
}

async function readCursorRow(reader: Reader, selection: Selection, id: number): Promise<CursorRow> {
  const cursorRow = await reader
    .selectFrom('finding')
    .select(['id', 'relevant_since', 'severity', 'project_id', 'rule_id', 'epss_score', 'triaged_at'])
    .where('id', '=', id)
    .where('deployment_id', '=', selection.deploymentId)
    .where('type', '=', toCode(findingTypes, selection.type))
    .executeTakeFirst()
  if (!cursorRow) throw notFound('finding')
  return cursorRow
}

/** The ids of a page of the chosen rows, which has `size` of them. Each rank is filled from where its first row comes. */
function idsOfPage(
  table: Table,
  chosen: Uint8Array,
  ranked: RankedOrder,
  offset: number,
  size: number,
): Int32Array<ArrayBuffer> {
  const { codes, ranks, isAscending } = ranked
  const ids = new Int32Array(size)
  const positions = placesOfRanks(chosen, ranked)
  const order = table.order()
  let remaining = size
  for (let index = 0; index < order.length && remaining > 0; index++) {
    const row = order[isAscending ? order.length - 1 - index : index] ?? 0
    if (chosen[row] !== 1) continue
    const rank = codes === null ? 0 : (ranks[codes[row] ?? 0] ?? 0)
    const place = (positions[rank] ?? 0) - offset
    positions[rank] = place + offset + 1
    if (place < 0 || place >= size) continue
    ids[place] = table.ids[row] ?? 0
    remaining--
  }
  return ids
}

/** For each rank how many of the chosen rows are of smaller ones. */
function placesOfRanks(chosen: Uint8Array, { codes, ranks, end }: RankedOrder): Uint32Array {
  const positions = new Uint32Array(end)
  if (codes === null) return positions
  const ofCodes = new Uint32Array(ranks.length)
  for (let row = 0; row < chosen.length; row++) {
    if (chosen[row] !== 1) continue
    const code = codes[row] ?? 0
    ofCodes[code] = (ofCodes[code] ?? 0) + 1
  }
  const counts = new Uint32Array(end)
  for (const [code, count] of ofCodes.entries()) {
    const rank = ranks[code] ?? 0
    counts[rank] = (counts[rank] ?? 0) + count
  }
  for (let rank = 1; rank < end; rank++)
    positions[rank] = (positions[rank - 1] ?? 0) + (counts[rank - 1] ?? 0)
  return positions
}
