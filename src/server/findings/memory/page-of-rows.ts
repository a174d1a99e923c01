import type { FindingsQuery } from '#contract/findings-query.ts'
import { code, findingTypes } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { notFound } from '#server/http/errors.ts'
import { orderOf } from '../order.ts'
import type { Selection } from '../query.ts'
import type { Columns } from './memory.ts'
import { derive, namesOf } from './names.ts'
import { failuresOf, rowsOf } from './selected-rows.ts'
import type { Table } from './table.ts'

/** Which rows of a list are asked for. */
export interface Wanted {
  sort: FindingsQuery['sort']
  /** Rows before the page. */
  offset: number
  size: number
  /** Only rows after this finding. */
  after: number | undefined
}

/** Where each row stands by the key of an order: the larger, the later; the same for all where there is no key. */
type Rank = (row: number) => number

/**
 * The ids of a page in the order of the list, and the exact number of all that match.
 * @returns null where memory cannot tell.
 * @throws Refusal 404 where the deployment has no finding `after` of this type.
 */
export async function pageInMemory(
  reader: Reader,
  columns: Columns,
  selection: Selection,
  wanted: Wanted,
): Promise<{ ids: number[]; total: number } | null> {
  const table = columns.table(selection.deploymentId, selection.type)
  const failures = await failuresOf(reader, table, selection)
  if (!failures) return null
  const rows = rowsOf(table, failures, selection.dedup)
  const order = await rankedOrder(reader, columns, selection.deploymentId, table, wanted.sort)
  const chosen = new Uint8Array(table.length)
  for (const row of rows) chosen[row] = 1
  if (wanted.after !== undefined) {
    const mark = await markOf(reader, selection, wanted.after)
    const { rank, upwards } = order
    const of = rank.ofMark(mark)
    if (of === undefined) return null
    for (const row of rows) {
      const ahead =
        rank.of(row) - of ||
        (upwards ? 1 : -1) *
          ((table.since[row] ?? 0) - mark.relevant_since || (table.ids[row] ?? 0) - mark.id)
      if (ahead <= 0) chosen[row] = 0
    }
  }
  const ids = pick(table, chosen, order, wanted.offset, wanted.size).map((row) => table.ids[row] ?? 0)
  return { ids, total: rows.length }
}

interface Mark {
  id: number
  relevant_since: number
  severity: number
  project_id: number
  rule_id: number
  epss_score: number | null
}

interface RankedOrder {
  rank: { of: Rank; end: number; ofMark(mark: Mark): number | undefined }
  /** Whether rows of one rank go from the oldest to the newest. */
  upwards: boolean
}

async function rankedOrder(
  reader: Reader,
  columns: Columns,
  deploymentId: number,
  table: Table,
  sort: FindingsQuery['sort'],
): Promise<RankedOrder> {
  const { keyDirection, direction } = orderOf(sort)
  const down = keyDirection === 'desc'
  const by = (
    codes: Uint8Array | Uint16Array | Uint32Array,
    ranks: Int32Array,
    end: number,
    of: (mark: Mark) => number,
  ) => {
    const turned = down ? ranks.map((rank) => end - 1 - rank) : ranks
    return {
      rank: {
        of: (row: number) => turned[codes[row] ?? 0] ?? 0,
        end,
        ofMark: (mark: Mark) => turned[of(mark)],
      },
      upwards: direction === 'asc',
    }
  }
  switch (sort?.replace('-', '')) {
    case 'severity': {
      const { array, size } = table.columns.severity
      return by(
        array,
        Int32Array.from({ length: size + 8 }, (_, stored) => stored),
        size + 8,
        (mark) => mark.severity + 1,
      )
    }
    case 'repository': {
      const ranks = await ranksOf(reader, columns, deploymentId, 'repos')
      return by(table.columns.project.array, ranks, ranks.length, (mark) => mark.project_id)
    }
    case 'rule': {
      const ranks = await ranksOf(reader, columns, deploymentId, 'rules')
      return by(table.columns.rule.array, ranks, ranks.length, (mark) => mark.rule_id)
    }
    case 'epss':
      return byScore(table, down)
    default:
      return { rank: { of: () => 0, end: 1, ofMark: () => 0 }, upwards: direction === 'asc' }
  }
}

/** For each id its place among the names, which the database has put in order. */
function ranksOf(reader: Reader, columns: Columns, deploymentId: number, kind: 'repos' | 'rules') {
  return derive(columns, `ranks ${deploymentId} ${kind}`, async () => {
    const names = await namesOf(reader, columns, deploymentId, kind)
    const ranks = new Int32Array([...names.keys()].reduce((most, id) => Math.max(most, id), 0) + 1)
    let rank = 0
    for (const id of names.keys()) ranks[id] = rank++
    return ranks
  })
}

/** By score; those without one come last either way. */
function byScore(table: Table, down: boolean): RankedOrder {
  const sorted = table.scores.slice(1).sort((one, other) => (down ? other - one : one - other))
  const places = new Map(sorted.map((score, place) => [score, place]))
  const ranks = Int32Array.from(table.scores, (score) => places.get(score) ?? sorted.length)
  const codes = table.columns.epss.array
  return {
    rank: {
      of: (row) => ranks[codes[row] ?? 0] ?? 0,
      end: sorted.length + 1,
      ofMark: ({ epss_score: score }) => (score === null ? sorted.length : places.get(score)),
    },
    upwards: false,
  }
}

async function markOf(reader: Reader, selection: Selection, id: number): Promise<Mark> {
  const mark = await reader
    .selectFrom('finding')
    .select(['id', 'relevant_since', 'severity', 'project_id', 'rule_id', 'epss_score'])
    .where('id', '=', id)
    .where('deployment_id', '=', selection.deploymentId)
    .where('type', '=', code(findingTypes, selection.type))
    .executeTakeFirst()
  if (!mark) throw notFound('finding')
  return mark
}

/** The chosen rows of a page: whole ranks are passed over until the one that it begins in. */
function pick(
  table: Table,
  chosen: Uint8Array,
  { rank, upwards }: RankedOrder,
  offset: number,
  size: number,
): number[] {
  const counts = new Uint32Array(rank.end)
  if (rank.end > 1) {
    for (let row = 0; row < chosen.length; row++) {
      if (chosen[row] === 1) {
        const at = rank.of(row)
        counts[at] = (counts[at] ?? 0) + 1
      }
    }
  }
  let first = 0
  let skip = offset
  while (rank.end > 1 && first < rank.end - 1 && skip >= (counts[first] ?? 0)) skip -= counts[first++] ?? 0
  let last = first
  for (let held = counts[first] ?? 0; last < rank.end - 1 && held < skip + size; ) held += counts[++last] ?? 0
  const found: number[][] = Array.from({ length: last - first + 1 }, () => [])
  const order = table.order()
  let wanted = skip + size
  for (let index = 0; index < order.length; index++) {
    const row = order[upwards ? order.length - 1 - index : index] ?? 0
    if (chosen[row] !== 1) continue
    const at = rank.of(row)
    if (at < first || at > last) continue
    found[at - first]?.push(row)
    if (first === last && --wanted === 0) break
  }
  return found.flat().slice(skip, skip + size)
}
