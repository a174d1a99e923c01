import type { Reader } from '#server/db/database.ts'
import { type FilterContext, testOf } from '../filters/finding-filters.ts'
import type { FilterName, Selection } from '../filters/query.ts'
import type { RowTest } from '../filters/row-test.ts'
import { orBits } from './bit-passes.ts'
import type { FindingColumns } from './finding-columns.ts'
import type { Table } from './table.ts'

/** Which rows fail which filters: one bit for each separate filter, and one bit for all others. */
export interface FilterFailures {
  bits: Uint32Array
  /** The bit of a filter. */
  bitByFilter: ReadonlyMap<FilterName, number>
}

const otherBit = 0x80000000
/** The bits available for separate filters; no type of findings has more facets. */
const maxSeparateFilters = 31

/**
 * Tests the rows of a table against the filters of a selection, one pass per filter.
 * @param separateFilters filters that get a bit of their own.
 */
export async function testRows(
  reader: Reader,
  columns: FindingColumns,
  selection: Selection,
  separateFilters: readonly string[] = [],
): Promise<FilterFailures> {
  const table = columns.table(selection.type)
  const context: FilterContext = { reader, columns, table, selection }
  const tests: { test: RowTest; bit: number }[] = []
  const bitByFilter = new Map<FilterName, number>()
  for (const filter of selection.filters) {
    const test = await testOf(filter, context)
    let bit = otherBit
    if (separateFilters.includes(filter)) {
      if (bitByFilter.size === maxSeparateFilters) throw new RangeError('Too many separate filters.')
      bit = 1 << bitByFilter.size
      bitByFilter.set(filter, bit)
    }
    tests.push({ test, bit })
  }
  const bits = new Uint32Array(table.length)
  const removedBit = selection.withRemoved ? 0 : otherBit
  orBits(bits, table.columns.removed.array, Uint32Array.of(0, removedBit, otherBit))
  if (selection.only) failOthers(bits, table, selection.only)
  for (const { test, bit } of tests) applyTest(bits, table, test, bit)
  return { bits, bitByFilter }
}

function failOthers(bits: Uint32Array, table: Table, ids: readonly number[]) {
  const isListed = new Uint8Array(bits.length)
  for (const id of ids) {
    const row = table.rowOf(id)
    if (row >= 0) isListed[row] = 1
  }
  for (let row = 0; row < bits.length; row++) if (isListed[row] === 0) bits[row] = (bits[row] ?? 0) | otherBit
}

function applyTest(bits: Uint32Array, table: Table, test: RowTest, bit: number) {
  if ('modes' in test) {
    const { modes, levels } = test
    const projects = table.columns.project.array
    const rules = table.columns.rule.array
    for (let row = 0; row < bits.length; row++) {
      const level = modes.levelOf(projects[row] ?? 0, rules[row] ?? 0)
      if (levels[level] !== 1) bits[row] = (bits[row] ?? 0) | bit
    }
    return
  }
  if ('rows' in test) {
    const { rows } = test
    for (let row = 0; row < bits.length; row++) if (rows[row] !== 1) bits[row] = (bits[row] ?? 0) | bit
    return
  }
  if ('instant' in test) {
    const { from, before } = test
    const instants = table[test.instant]
    for (let row = 0; row < bits.length; row++) {
      const at = instants[row] ?? 0
      if (at < from || at >= before) bits[row] = (bits[row] ?? 0) | bit
    }
    return
  }
  const [first, ...others] = test.anyOf.filter(({ codes }) => codes.includes(1))
  if (!first) {
    for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | bit
    return
  }
  if (others.length === 0) {
    const bitsOf = Uint32Array.from(first.codes, (matches) => (matches === 0 ? bit : 0))
    orBits(bits, table.columns[first.column].array, bitsOf)
    return
  }
  const matched = new Uint32Array(bits.length)
  for (const { column, codes } of [first, ...others])
    orBits(matched, table.columns[column].array, Uint32Array.from(codes))
  for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | (matched[row] === 0 ? bit : 0)
}

/** The rows of a selection. */
export interface SelectedRows {
  /** 1 for each row of the table that is selected. */
  selected: Uint8Array
  total: number
}

/** Returns the rows that fail no filter, after dedup. */
export function selectRows(table: Table, failures: FilterFailures, dedup: boolean): SelectedRows {
  const { bits } = failures
  const selected = new Uint8Array(bits.length)
  if (dedup) {
    const rows = matchingRows(table, failures, dedup)
    for (let index = 0; index < rows.length; index++) selected[rows[index] ?? 0] = 1
    return { selected, total: rows.length }
  }
  let total = 0
  for (let row = 0; row < bits.length; row++) {
    const isSelected = bits[row] === 0 ? 1 : 0
    selected[row] = isSelected
    total += isSelected
  }
  return { selected, total }
}

/**
 * Returns the rows that fail no filter other than those of `ignoredBits`, ordered by id. With dedup each flaw has one
 * row: the primary branch's if it matches, else the newest.
 * Source: docs/api.md#filters.
 */
export function matchingRows(
  table: Table,
  { bits }: FilterFailures,
  dedup: boolean,
  ignoredBits = 0,
): Int32Array {
  const mask = ~ignoredBits
  const rows = new Int32Array(table.length)
  let count = 0
  if (!dedup) {
    for (let row = 0; row < bits.length; row++) if (((bits[row] ?? 0) & mask) === 0) rows[count++] = row
    return rows.subarray(0, count)
  }
  const { flaws, since } = table
  const primary = table.columns.primary.array
  /** For each flaw the index of its best row so far, plus one. */
  const best = new Int32Array(table.flawsEnd)
  for (let row = 0; row < bits.length; row++) {
    if (((bits[row] ?? 0) & mask) !== 0) continue
    const flaw = flaws[row] ?? 0
    const bestRow = (best[flaw] ?? 0) - 1
    if (bestRow >= 0) {
      const difference =
        (primary[row] ?? 0) - (primary[bestRow] ?? 0) || (since[row] ?? 0) - (since[bestRow] ?? 0)
      // A later row has the larger id.
      if (difference < 0) continue
    }
    best[flaw] = row + 1
  }
  for (let row = 0; row < bits.length; row++) {
    if (((bits[row] ?? 0) & mask) === 0 && best[flaws[row] ?? 0] === row + 1) rows[count++] = row
  }
  return rows.subarray(0, count)
}
