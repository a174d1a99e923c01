import type { EffectiveModes } from '#server/records/policies/effective-modes.ts'
import type { ColumnName } from '../columns/column-sources.ts'
import type { Table } from '../columns/table.ts'

/** The instants of a row. */
export type InstantName = 'since' | 'triagedAt'

/**
 * The condition of a filter on a row: the code of a column is one of those marked 1 (with several columns, one is
 * enough), the effective mode matches, or an instant is within a range of milliseconds.
 */
export type RowTest =
  | { readonly anyOf: readonly CodeTest[] }
  /** For each level of `EffectiveModes` 1 if a row with it matches. */
  | { readonly modes: EffectiveModes; readonly levels: Uint8Array }
  /** 1 for each row that matches. */
  | { readonly rows: Uint8Array }
  | { readonly instant: InstantName; readonly from: number; readonly before: number }

export interface CodeTest {
  readonly column: ColumnName
  /** For each code of the column 1 if it matches. */
  readonly codes: Uint8Array
}

/** Returns a test of the codes of one column. */
export function codesWhere(table: Table, column: ColumnName, matches: (code: number) => boolean): RowTest {
  const codes = new Uint8Array(table.columns[column].size)
  for (let code = 0; code < codes.length; code++) if (matches(code)) codes[code] = 1
  return { anyOf: [{ column, codes }] }
}

/** Returns a test for codes of one column. */
export function codesIn(table: Table, column: ColumnName, values: Iterable<number>): RowTest {
  const codes = new Uint8Array(table.columns[column].size)
  for (const value of values) if (value >= 0 && value < codes.length) codes[value] = 1
  return { anyOf: [{ column, codes }] }
}

/** Returns the negation of a test of one column. */
export function not(test: RowTest): RowTest {
  if (!('anyOf' in test)) throw new TypeError('Only a test over codes has an opposite.')
  return { anyOf: test.anyOf.map(({ column, codes }) => ({ column, codes: codes.map((code) => 1 - code) })) }
}
