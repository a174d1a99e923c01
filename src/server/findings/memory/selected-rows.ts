import type { Reader } from '#server/db/database.ts'
import type { FilterName, Selection } from '../query.ts'
import type { Columns } from './memory.ts'
import { addBits } from './passes.ts'
import { type RowTest, testOf } from './row-tests.ts'
import type { Table } from './table.ts'

/** Which rows fail which conditions: a bit for each parameter that is told apart, one for all others. */
export interface Failures {
  bits: Uint16Array
  /** The bit of a parameter. */
  of: ReadonlyMap<FilterName, number>
}

const other = 0x8000
const toldApartAtMost = 15

/**
 * Finds out which rows of a table fail which conditions of a selection, each condition in one pass.
 * @param apart parameters that are to be told apart from the others.
 * @returns null where memory cannot tell.
 */
export async function failuresOf(
  reader: Reader,
  columns: Columns,
  table: Table,
  selection: Selection,
  apart: readonly string[] = [],
): Promise<Failures | null> {
  const tests: { test: RowTest; bit: number }[] = []
  const of = new Map<FilterName, number>()
  for (const condition of selection.conditions) {
    const test = await testOf(reader, columns, table, selection, condition)
    if (!test) return null
    if (!apart.includes(condition.parameter)) {
      tests.push({ test, bit: other })
      continue
    }
    if (of.size === toldApartAtMost) return null
    const bit = 1 << of.size
    of.set(condition.parameter, bit)
    tests.push({ test, bit })
  }
  const bits = new Uint16Array(table.length)
  addBits(bits, table.columns.removed.array, Uint16Array.of(0, other))
  for (const { test, bit } of tests) apply(bits, table, test, bit)
  return { bits, of }
}

function apply(bits: Uint16Array, table: Table, test: RowTest, bit: number) {
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
  const [only, ...more] = test.wanted.filter(({ table: wanted }) => wanted.includes(1))
  if (!only) {
    for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | bit
    return
  }
  if (more.length === 0) {
    const bitsOf = Uint16Array.from(only.table, (wanted) => (wanted === 0 ? bit : 0))
    addBits(bits, table.columns[only.column].array, bitsOf)
    return
  }
  const met = new Uint16Array(bits.length)
  for (const { column, table: wanted } of [only, ...more])
    addBits(met, table.columns[column].array, Uint16Array.from(wanted))
  for (let row = 0; row < bits.length; row++) bits[row] = (bits[row] ?? 0) | (met[row] === 0 ? bit : 0)
}

/** The rows of a selection. */
export interface Chosen {
  /** For each row of the table 1 where it is one of them. */
  chosen: Uint8Array
  total: number
}

/** The rows that fail no condition, after dedup. */
export function chosenRows(table: Table, failures: Failures, dedup: boolean): Chosen {
  const { bits } = failures
  const chosen = new Uint8Array(bits.length)
  if (dedup) {
    const rows = rowsOf(table, failures, dedup)
    for (let index = 0; index < rows.length; index++) chosen[rows[index] ?? 0] = 1
    return { chosen, total: rows.length }
  }
  let total = 0
  for (let row = 0; row < bits.length; row++) {
    const one = bits[row] === 0 ? 1 : 0
    chosen[row] = one
    total += one
  }
  return { chosen, total }
}

/**
 * The rows that fail no condition but those of `but`, in the order of their ids. With dedup one row stands for all of
 * its flaw: the primary branch's if it matches, else the newest.
 * Source: docs/api.md#filters.
 */
export function rowsOf(table: Table, { bits }: Failures, dedup: boolean, but = 0): Int32Array {
  const keep = 0xffff & ~but
  const rows = new Int32Array(table.length)
  let count = 0
  if (!dedup) {
    for (let row = 0; row < bits.length; row++) if (((bits[row] ?? 0) & keep) === 0) rows[count++] = row
    return rows.subarray(0, count)
  }
  const { flaws, since } = table
  const primary = table.columns.primary.array
  /** For each flaw one more than its best row so far. */
  const best = new Int32Array(table.flawsEnd)
  for (let row = 0; row < bits.length; row++) {
    if (((bits[row] ?? 0) & keep) !== 0) continue
    const flaw = flaws[row] ?? 0
    const held = (best[flaw] ?? 0) - 1
    if (held >= 0) {
      const ahead = (primary[row] ?? 0) - (primary[held] ?? 0) || (since[row] ?? 0) - (since[held] ?? 0)
      // A later row has the larger id.
      if (ahead < 0) continue
    }
    best[flaw] = row + 1
  }
  for (let row = 0; row < bits.length; row++) {
    if (((bits[row] ?? 0) & keep) === 0 && best[flaws[row] ?? 0] === row + 1) rows[count++] = row
  }
  return rows.subarray(0, count)
}
