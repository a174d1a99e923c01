import type { Row } from './row.ts'

/** How long the baseline page took to be ready on the machine on which the targets were set. Milliseconds. */
const baselinePageThere = 720
/** The row that the baseline page's time here stands in. */
const baselinePageRow = 'ready: rows rendered and one frame passed'

/**
 * How many times as long this machine takes as the one on which the targets were set, by the one thing that was measured
 * on both; null where the pages were not measured.
 */
export function slowness(rows: readonly Row[]): number | null {
  const here = rows.find(({ what }) => what === baselinePageRow)?.baseline
  return here === null || here === undefined ? null : Math.round((here / baselinePageThere) * 10) / 10
}

/** A row that misses a time by no more than the machine is slower, with that as its reason. */
export function explainedByMachine(row: Row, factor: number | null): Row {
  if (row.met !== false || row.explained !== null || factor === null || row.p95 === null) return row
  const [, number, unit] = /≤ ([\d.]+) (ms|s)\b/.exec(row.target) ?? []
  if (row.unit !== 'ms' || number === undefined || row.target.includes('×')) return row
  const there = Math.round(row.p95 / factor)
  if (there > Number(number) * (unit === 's' ? 1000 : 1)) return row
  const explained = `this machine takes ${factor} times as long as the one on which the targets were set, where it would be about ${there} ms`
  return { ...row, explained }
}
