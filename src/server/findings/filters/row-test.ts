import type { ColumnName } from '../columns/column-sources.ts'
import type { Table } from '../columns/table.ts'

/** The instants of a row. */
export type InstantName = 'since' | 'triagedAt'

/**
 * What a filter demands of a row: that the code of a column is one of those with a 1 (of several columns, one is enough),
 * that the codes of policy and rule together are, or that an instant is in a range of milliseconds.
 */
export type RowTest =
  | { readonly anyOf: readonly CodeTest[] }
  | { readonly modes: ReadonlyMap<number, Uint8Array> }
  | { readonly instant: InstantName; readonly from: number; readonly before: number }

export interface CodeTest {
  readonly column: ColumnName
  /** For each code of the column 1 where it matches. */
  readonly codes: Uint8Array
}

/** A test over the codes of one column. */
export function codesWhere(table: Table, column: ColumnName, matches: (code: number) => boolean): RowTest {
  const codes = new Uint8Array(table.columns[column].size)
  for (let code = 0; code < codes.length; code++) if (matches(code)) codes[code] = 1
  return { anyOf: [{ column, codes }] }
}

/** A test that a column has one of some codes. */
export function codesIn(table: Table, column: ColumnName, values: Iterable<number>): RowTest {
  const codes = new Uint8Array(table.columns[column].size)
  for (const value of values) if (value >= 0 && value < codes.length) codes[value] = 1
  return { anyOf: [{ column, codes }] }
}

/** The opposite of a test over one column. */
export function not(test: RowTest): RowTest {
  if (!('anyOf' in test)) throw new TypeError('Only a test over codes has an opposite.')
  return { anyOf: test.anyOf.map(({ column, codes }) => ({ column, codes: codes.map((code) => 1 - code) })) }
}
