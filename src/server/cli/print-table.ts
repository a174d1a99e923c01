import { escapeLine, printLine } from '#server/operations/command.ts'

/** Prints rows below their heads, each column as wide as its widest cell. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [heads, ...rows.map((row) => row.map(escapeLine))]
  const widths = heads.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  for (const line of lines) {
    const padded = line.map((cell, at) => cell.padEnd(widths[at] ?? 0))
    printLine(padded.join('  ').trimEnd())
  }
}
