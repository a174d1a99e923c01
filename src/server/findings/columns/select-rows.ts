import type { Reader } from '#server/db/database.ts'
import type { FilterName, Selection } from '../filters/query.ts'
import { orBits } from './bit-passes.ts'
import type { ColumnSnapshot } from './column-store.ts'
import { type RowTest, rowTestFor } from './row-tests.ts'
import type { Table } from './table.ts'

/** Which rows fail which conditions: a bit for each parameter that is told apart, one for all others. */
export interface ConditionFailures {
  bits: Uint16Array
  /** The bit of a parameter. */
  of: ReadonlyMap<FilterName, number>
}

const otherBit = 0x8000
const maxSeparateBits = 15

/**
 * Finds out which rows of a table fail which conditions of a selection, each condition in one pass.
 * @param separateParameters parameters that are to be told apart from the others.
 * @returns null where memory cannot tell.
 */
export async function testRows(
  reader: Reader,
  columns: ColumnSnapshot,
  table: Table,
  selection: Selection,
  separateParameters: readonly string[] = [],
): Promise<ConditionFailures | null> {
  const tests: { test: RowTest; bit: number }[] = []
  const of = new Map<FilterName, number>()
  for (const condition of selection.conditions) {
    const test = await rowTestFor(reader, columns, table, selection, condition)
    if (!test) return null
    if (!separateParameters.includes(condition.parameter)) {
      tests.push({ test, bit: otherBit })
      continue
    }
    if (of.size === maxSeparateBits) return null
    const bit = 1 << of.size
    of.set(condition.parameter, bit)
    tests.push({ test, bit })
  }
  const bits = new Uint16Array(table.length)
  orBits(bits, table.columns.removed.array, Uint16Array.of(0, otherBit))
  for (const { test, bit } of tests) applyTest(bits, table, test, bit)
  return { bits, of }
}

function applyTest(bits: Uint16Array, table: Table, test: RowTest, bit: number) {
  if ('pairs' in test) {
    const policies = table.columns.policy.array
    const rules = table.columns.rule.array
    for (let row = 0; row < bits.length; row++) {
      const at = (policies[row] ?? 0) * test.width + (rules[row] ?? 0)
      if (test.pairs[at] === 0) bits[row] = (bits[row] ?? 0) | bit
    }
    return
  }
  const { since } = table
  if ('since' in test) {
    const from = test.since
    for (let row = 0; row < bits.length; row++)
      if ((since[row] ?? 0) < from) bits[row] = (bits[row] ?? 0) | bit
    return
  }
  if ('until' in test) {
    const end = test.until
    for (let row = 0; row < bits.length; row++)
      if ((since[row] ?? 0) >= end) bits[row] = (bits[row] ?? 0) | bit
    return
  }
  if ('triagedFrom' in test) {
    const { triagedFrom, triagedBefore } = test
    const times = table.columns.triagedAt.array
    for (let row = 0; row < bits.length; row++) {
      const at = times[row] ?? 0
      if (at < triagedFrom || at >= triagedBefore) bits[row] = (bits[row] ?? 0) | bit
    }
    return
  }
  const [firstTest, ...otherTests] = test.matches.filter(({ table: codeTable }) => codeTable.includes(1))
  if (!firstTest) {
    for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | bit
    return
  }
  if (otherTests.length === 0) {
    const bitsOf = Uint16Array.from(firstTest.table, (codeTable) => (codeTable === 0 ? bit : 0))
    orBits(bits, table.columns[firstTest.column].array, bitsOf)
    return
  }
  const matched = new Uint16Array(bits.length)
  for (const { column, table: codeTable } of [firstTest, ...otherTests])
    orBits(matched, table.columns[column].array, Uint16Array.from(codeTable))
  for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | (matched[row] === 0 ? bit : 0)
}

/** The rows of a selection. */
export interface SelectedRows {
  /** For each row of the table 1 where it is one of them. */
  selected: Uint8Array
  total: number
}

/** The rows that fail no condition, after dedup. */
export function selectRows(table: Table, failures: ConditionFailures, dedup: boolean): SelectedRows {
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
 * The rows that fail no condition but those of `ignoredBits`, in the order of their ids. With dedup one row stands for all of
 * its flaw: the primary branch's if it matches, else the newest.
 * Source: docs/api.md#filters.
 */
export function matchingRows(
  table: Table,
  { bits }: ConditionFailures,
  dedup: boolean,
  ignoredBits = 0,
): Int32Array {
  const mask = 0xffff & ~ignoredBits
  const rows = new Int32Array(table.length)
  let count = 0
  if (!dedup) {
    for (let row = 0; row < bits.length; row++) if (((bits[row] ?? 0) & mask) === 0) rows[count++] = row
    return rows.subarray(0, count)
  }
  const { flaws, since } = table
  const primary = table.columns.primary.array
  /** For each flaw one more than its best row so far. */
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
