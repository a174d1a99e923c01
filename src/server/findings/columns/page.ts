import { LRUCache } from 'lru-cache'
import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import type { Reader } from '#server/db/database.ts'
import { notFound } from '#server/http/errors.ts'
import { dueDaysOf, keyOfFilter, openDueDays } from '../due/due-days.ts'
import type { Selection } from '../filters/query.ts'
import { sortOrderOf } from '../list/sort-order.ts'
import type { CodeArray } from './code-array.ts'
import type { FindingColumns } from './finding-columns.ts'
import { deriveFromColumns, deriveFromNames, namesOf } from './names.ts'
import { type SelectedRows, selectRows, testRows } from './select-rows.ts'
import type { Table } from './table.ts'

/** The requested page of a list. */
export interface PageWindow {
  sort: FindingsQuery['sort']
  /** The number of rows before the page. */
  offset: number
  size: number
  /** Only rows after this finding. */
  after: number | undefined
}

/** A page of a list. */
export interface Page {
  /** In list order. */
  ids: Int32Array<ArrayBuffer>
  /** The number of findings that match. */
  total: number
  /** The number of matching findings before the page. */
  offset: number
  /** The last finding of the page before the previous one; null if the previous page is the first. */
  beforePrevious: number | null
}

/**
 * Returns a page of a selection, and the exact number of all matching findings.
 * @throws HttpError 404 if the deployment has no finding `after` of this type.
 */
export async function pageOf(
  reader: Reader,
  columns: FindingColumns,
  selection: Selection,
  window: PageWindow,
): Promise<Page> {
  const table = columns.table(selection.type)
  const { selected, total } = await cachedSelection(reader, columns, selection)
  const order = await rankedOrder(reader, columns, selection, window.sort)
  const offset =
    window.after === undefined
      ? window.offset
      : window.offset + rowsUntil(table, selected, order, window.after)
  const idsAt = (from: number, size: number) =>
    idsOfPage(table, selected, order, from, Math.max(0, Math.min(size, total - from)))
  const previous = offset - window.size - 1
  return {
    ids: idsAt(offset, window.size),
    total,
    offset,
    beforePrevious: Number.isFinite(window.size) && previous >= 0 ? (idsAt(previous, 1)[0] ?? null) : null,
  }
}

const maxSelectionCacheSize = 16 * 2 ** 20

/** The rows of a selection, cached until the data changes: other pages and sorts select the same rows. */
async function cachedSelection(reader: Reader, columns: FindingColumns, selection: Selection) {
  const cache = await deriveFromColumns(
    columns,
    'selected rows',
    async () =>
      new LRUCache<string, SelectedRows>({
        maxSize: maxSelectionCacheSize,
        sizeCalculation: ({ selected }) => selected.length + 1,
      }),
  )
  const { type, filter, dedup, withRemoved, only } = selection
  const key = `${JSON.stringify([type, dedup, withRemoved, only])}${keyOfFilter(columns, filter)}`
  const cachedRows = cache.get(key)
  if (cachedRows) return cachedRows
  const failures = await testRows(reader, columns, selection)
  const rows = selectRows(columns.table(type), failures, dedup)
  cache.set(key, rows)
  return rows
}

/** The number of selected rows up to and including a finding, which need not be selected itself. */
function rowsUntil(table: Table, selected: Uint8Array, order: RankedOrder, id: number): number {
  const cursorRow = table.rowOf(id)
  if (cursorRow < 0 || table.isDeleted(cursorRow)) throw notFound('finding')
  const { codes, ranks, isAscending } = order
  const rankOf = (row: number) => ranks[codes?.[row] ?? 0] ?? 0
  const cursorRank = rankOf(cursorRow)
  const cursorSince = table.since[cursorRow] ?? 0
  let count = 0
  for (let row = 0; row < selected.length; row++) {
    if (selected[row] === 0) continue
    const difference =
      rankOf(row) - cursorRank ||
      (isAscending ? 1 : -1) * ((table.since[row] ?? 0) - cursorSince || (table.ids[row] ?? 0) - id)
    if (difference <= 0) count++
  }
  return count
}

/** A sort order by the rank of each row's code, smallest rank first. */
interface RankedOrder {
  /** null if all rows have the same rank. */
  codes: CodeArray | null
  /** The rank of each code. */
  ranks: Int32Array
  /** One more than the largest rank. */
  end: number
  /** Whether rows of equal rank are sorted from oldest to newest. */
  isAscending: boolean
}

async function rankedOrder(
  reader: Reader,
  columns: FindingColumns,
  { deploymentId, type }: Selection,
  sort: FindingsQuery['sort'],
): Promise<RankedOrder> {
  const table = columns.table(type)
  const { key, isKeyDescending, isAscending } = sortOrderOf(sort)
  const ranked = (codes: CodeArray, ascending: Int32Array, end: number): RankedOrder => ({
    codes,
    ranks: isKeyDescending ? ascending.map((rank) => end - 1 - rank) : ascending,
    end,
    isAscending,
  })
  switch (key) {
    case 'severity': {
      const { array, size } = table.columns.severity
      return ranked(
        array,
        Int32Array.from({ length: size }, (_, code) => code),
        size,
      )
    }
    case 'repository': {
      const ranks = await ranksOf(reader, columns, deploymentId, 'repos')
      return ranked(table.columns.project.array, ranks, ranks.length)
    }
    case 'rule': {
      const ranks = await ranksOf(reader, columns, deploymentId, 'rules')
      return ranked(table.columns.rule.array, ranks, ranks.length)
    }
    case 'epss':
      return rankByScore(table, isKeyDescending)
    case 'triaged_at':
      return rankByTime(await readTriageTimes(columns, type), isKeyDescending)
    case 'due_at':
      return rankByTime(await readDueRanks(reader, columns, { deploymentId, type }), isKeyDescending)
    case null:
      return { codes: null, ranks: Int32Array.of(0), end: 1, isAscending }
  }
}

/** For each id its position among the names, as sorted by the database. */
function ranksOf(reader: Reader, columns: FindingColumns, deploymentId: number, kind: 'repos' | 'rules') {
  return deriveFromNames(columns, `ranks ${kind}`, async () => {
    const names = await namesOf(reader, columns, deploymentId, kind)
    const ranks = new Int32Array([...names.keys()].reduce((largest, id) => Math.max(largest, id), 0) + 1)
    let rank = 0
    for (const id of names.keys()) ranks[id] = rank++
    return ranks
  })
}

/** Sorts by score; rows without a score come last in both directions. */
function rankByScore(table: Table, isDescending: boolean): RankedOrder {
  const sorted = table.scores.slice(1).sort((one, other) => (isDescending ? other - one : one - other))
  const rankOf = new Map(sorted.map((score, rank) => [score, rank]))
  const ranks = Int32Array.from(table.scores, (score) => rankOf.get(score) ?? sorted.length)
  return { codes: table.columns.epss.array, ranks, end: sorted.length + 1, isAscending: false }
}

interface RankedTimes {
  /** For each row the rank of its time, from 1; 0 without one. */
  ranks: Uint32Array
  count: number
}

/** The triage times in ascending order. */
function readTriageTimes(columns: FindingColumns, type: FindingType): Promise<RankedTimes> {
  return deriveFromColumns(columns, `triage times ${type}`, async () => {
    const table = columns.table(type)
    const times = table.triagedAt.subarray(0, table.length)
    const rankOf = new Map<number, number>()
    for (const time of times.filter((at) => at > 0).sort()) {
      if (!rankOf.has(time)) rankOf.set(time, rankOf.size + 1)
    }
    return { ranks: Uint32Array.from(times, (at) => rankOf.get(at) ?? 0), count: rankOf.size }
  })
}

/** The due days in ascending order. */
function readDueRanks(
  reader: Reader,
  columns: FindingColumns,
  of: Pick<Selection, 'deploymentId' | 'type'>,
): Promise<RankedTimes> {
  return deriveFromColumns(columns, `due ranks ${of.type}`, async () => {
    const table = columns.table(of.type)
    const due = await dueDaysOf({ reader, columns }, of)
    const days = due ? openDueDays(table, due.days) : new Uint32Array(table.length)
    let least = Number.POSITIVE_INFINITY
    let most = 0
    for (const day of days) {
      if (day === 0) continue
      least = Math.min(least, day)
      most = Math.max(most, day)
    }
    return {
      ranks: days.map((day) => (day === 0 ? 0 : day - least + 1)),
      count: most === 0 ? 0 : most - least + 1,
    }
  })
}

/** By time; findings without one come last in both directions. */
function rankByTime({ ranks: codes, count }: RankedTimes, isDescending: boolean): RankedOrder {
  const ranks = Int32Array.from({ length: count + 1 }, (_, rank) =>
    rank === 0 ? count : isDescending ? count - rank : rank - 1,
  )
  return { codes, ranks, end: count + 1, isAscending: false }
}

/** The ids of `size` selected rows, starting at `offset`. */
function idsOfPage(
  table: Table,
  selected: Uint8Array,
  ranked: RankedOrder,
  offset: number,
  size: number,
): Int32Array<ArrayBuffer> {
  const { codes, ranks, isAscending } = ranked
  const ids = new Int32Array(size)
  const positions = firstPositions(selected, ranked)
  const order = table.order()
  let remaining = size
  for (let index = 0; index < order.length && remaining > 0; index++) {
    const row = order[isAscending ? order.length - 1 - index : index] ?? 0
    if (selected[row] !== 1) continue
    const rank = codes === null ? 0 : (ranks[codes[row] ?? 0] ?? 0)
    const pageIndex = (positions[rank] ?? 0) - offset
    positions[rank] = pageIndex + offset + 1
    if (pageIndex < 0 || pageIndex >= size) continue
    ids[pageIndex] = table.ids[row] ?? 0
    remaining--
  }
  return ids
}

/** For each rank the position of its first row in the sorted selection. */
function firstPositions(selected: Uint8Array, { codes, ranks, end }: RankedOrder): Uint32Array {
  const positions = new Uint32Array(end)
  if (codes === null) return positions
  const ofCodes = new Uint32Array(ranks.length)
  for (let row = 0; row < selected.length; row++) {
    if (selected[row] !== 1) continue
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
