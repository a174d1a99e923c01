/** The value of a cell of a table. */
export type Cell = string | number | null | undefined

/**
 * Characters that make a spreadsheet treat a cell as a formula, including full-width ones, and the characters it
 * ignores before them.
 */
const formula = /^["'\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/

/**
 * A separator of spreadsheets that split at semicolons or tabs, followed by text that they would treat as a formula.
 */
const innerFormula = /[;\t](?=["'\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * Formats one cell. Text that a spreadsheet would treat as a formula is prefixed with an apostrophe, also after a
 * semicolon or tab; cells with separators, quotes or line breaks are quoted. Source: RFC 4180; docs/api.md#export.
 */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const escaped = formula.test(value) ? `'${value}` : value
  const harmless = /[;\t]/.test(escaped) ? escaped.replace(innerFormula, "$&'") : escaped
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
