import { LRUCache } from 'lru-cache'
import type { FindingsQuery } from '#contract/findings-query.ts'
import { code, findingTypes } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { notFound } from '#server/http/errors.ts'
import { orderOf } from '../order.ts'
import type { Selection } from '../query.ts'
import type { Columns } from './memory.ts'
import { derive, namesOf } from './names.ts'
import { type Chosen, chosenRows, failuresOf } from './selected-rows.ts'
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
): Promise<{ ids: Int32Array<ArrayBuffer>; total: number } | null> {
  const table = columns.table(selection.deploymentId, selection.type)
  const found = await chosenOf(reader, columns, table, selection)
  if (!found) return null
  const { total } = found
  let { chosen } = found
  let left = total
  const order = await rankedOrder(reader, columns, selection, table, wanted.sort)
  if (wanted.after !== undefined) {
    const mark = await markOf(reader, selection, wanted.after)
    const after = onlyAfter(table, chosen, order, mark)
    if (!after) return null
    chosen = after.chosen
    left = after.total
  }
  const size = Math.max(0, Math.min(wanted.size, left - wanted.offset))
  return { ids: idsOfPage(table, chosen, order, wanted.offset, size), total }
}

const chosenAtMost = 16 * 2 ** 20

/** The rows of a selection, kept until something changes: the next page and another order choose the same. */
async function chosenOf(reader: Reader, columns: Columns, table: Table, selection: Selection) {
  const kept = await derive(
    columns,
    'chosen rows',
    async () =>
      new LRUCache<string, Chosen>({
        maxSize: chosenAtMost,
        sizeCalculation: ({ chosen }) => chosen.length + 1,
      }),
  )
  const { deploymentId, type, filter, dedup } = selection
  const key = JSON.stringify([deploymentId, type, dedup, filter])
  const known = kept.get(key)
  if (known) return known
  const failures = await failuresOf(reader, columns, table, selection)
  if (!failures) return null
  const found = chosenRows(table, failures, dedup)
  kept.set(key, found)
  return found
}

/** Those of the chosen rows that stand after a finding; null where memory does not know its rank. */
function onlyAfter(table: Table, chosen: Uint8Array, order: RankedOrder, mark: Mark): Chosen | null {
  const { codes, ranks, ofMark, upwards } = order
  const of = ofMark(mark)
  if (of === undefined) return null
  const after = chosen.slice()
  let total = 0
  for (let row = 0; row < after.length; row++) {
    if (after[row] === 0) continue
    const ahead =
      (ranks[codes?.[row] ?? 0] ?? 0) - of ||
      (upwards ? 1 : -1) * ((table.since[row] ?? 0) - mark.relevant_since || (table.ids[row] ?? 0) - mark.id)
    if (ahead <= 0) after[row] = 0
    else total++
  }
  return { chosen: after, total }
}

interface Mark {
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
  ofMark(mark: Mark): number | undefined
  /** Whether rows of one rank go from the oldest to the newest. */
  upwards: boolean
}

async function rankedOrder(
  reader: Reader,
  columns: Columns,
  { deploymentId, type }: Selection,
  table: Table,
  sort: FindingsQuery['sort'],
): Promise<RankedOrder> {
  const { keyDirection, direction } = orderOf(sort)
  const down = keyDirection === 'desc'
  const by = (
    codes: Uint8Array | Uint16Array | Uint32Array,
    upwards: Int32Array,
    end: number,
    of: (mark: Mark) => number,
  ): RankedOrder => {
    const ranks = down ? upwards.map((rank) => end - 1 - rank) : upwards
    return { codes, ranks, end, ofMark: (mark) => ranks[of(mark)], upwards: direction === 'asc' }
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
    case 'triaged_at':
      return byTriage(await triageTimes(columns, `${deploymentId} ${type}`, table), down)
    default:
      return { codes: null, ranks: Int32Array.of(0), end: 1, ofMark: () => 0, upwards: direction === 'asc' }
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
  return {
    codes: table.columns.epss.array,
    ranks,
    end: sorted.length + 1,
    ofMark: ({ epss_score: score }) => (score === null ? sorted.length : places.get(score)),
    upwards: false,
  }
}

interface TriageTimes {
  /** For each row the place of its time among all times, from 1; 0 where nobody triaged it. */
  places: Uint32Array
  placeOf: ReadonlyMap<number, number>
}

/** The times of triage in their order, in whole seconds. */
function triageTimes(columns: Columns, of: string, table: Table): Promise<TriageTimes> {
  return derive(columns, `triage times ${of}`, async () => {
    const times = table.columns.triagedAt.array.subarray(0, table.length)
    const placeOf = new Map<number, number>()
    for (const time of times.filter((at) => at > 0).sort()) {
      if (!placeOf.has(time)) placeOf.set(time, placeOf.size + 1)
    }
    return { places: Uint32Array.from(times, (at) => placeOf.get(at) ?? 0), placeOf }
  })
}

/** By time of triage; those that nobody triaged come last either way. */
function byTriage({ places, placeOf }: TriageTimes, down: boolean): RankedOrder {
  const last = placeOf.size
  const ranks = Int32Array.from({ length: last + 1 }, (_, place) =>
    place === 0 ? last : down ? last - place : place - 1,
  )
  return {
    codes: places,
    ranks,
    end: last + 1,
    ofMark: ({ triaged_at: at }) => ranks[at === null ? 0 : (placeOf.get(Math.floor(at / 1000)) ?? -1)],
    upwards: false,
  }
}

async function markOf(reader: Reader, selection: Selection, id: number): Promise<Mark> {
  const mark = await reader
    .selectFrom('finding')
    .select(['id', 'relevant_since', 'severity', 'project_id', 'rule_id', 'epss_score', 'triaged_at'])
    .where('id', '=', id)
    .where('deployment_id', '=', selection.deploymentId)
    .where('type', '=', code(findingTypes, selection.type))
    .executeTakeFirst()
  if (!mark) throw notFound('finding')
  return mark
}

/** The ids of a page of the chosen rows, which has `size` of them. Each rank is filled from where its first row comes. */
function idsOfPage(
  table: Table,
  chosen: Uint8Array,
  by: RankedOrder,
  offset: number,
  size: number,
): Int32Array<ArrayBuffer> {
  const { codes, ranks, upwards } = by
  const ids = new Int32Array(size)
  const places = placesOfRanks(chosen, by)
  const order = table.order()
  let left = size
  for (let index = 0; index < order.length && left > 0; index++) {
    const row = order[upwards ? order.length - 1 - index : index] ?? 0
    if (chosen[row] !== 1) continue
    const rank = codes === null ? 0 : (ranks[codes[row] ?? 0] ?? 0)
    const place = (places[rank] ?? 0) - offset
    places[rank] = place + offset + 1
    if (place < 0 || place >= size) continue
    ids[place] = table.ids[row] ?? 0
    left--
  }
  return ids
}

/** For each rank how many of the chosen rows are of smaller ones. */
function placesOfRanks(chosen: Uint8Array, { codes, ranks, end }: RankedOrder): Uint32Array {
  const places = new Uint32Array(end)
  if (codes === null) return places
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
  for (let rank = 1; rank < end; rank++) places[rank] = (places[rank - 1] ?? 0) + (counts[rank - 1] ?? 0)
  return places
}
