/** One line of the table: what was measured, what it must reach, and what the bare counterpart took beside it. */
export interface Row {
  part: 'page' | 'service' | 'ingest' | 'soak'
  what: string
  /** In words, with its unit. */
  target: string
  unit: 'ms' | 'MB' | 'kB' | ''
  median: number | null
  p95: number | null
  /** The median of the bare counterpart; null where there is none. */
  bare: number | null
  /** Median by median, which a busy moment of the machine does not move. */
  ratio: number | null
  /** null where it was not measured. */
  met: boolean | null
  explained: string | null
}

/** The value below which a share of the samples lies, by the nearest rank. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = Math.max(0, Math.ceil(share * sorted.length) - 1)
  const found = sorted[at]
  if (found === undefined) throw new Error('there are no samples')
  return found
}

/** To a tenth, what is smaller than one to a thousandth. */
const rounded = (value: number) =>
  Math.abs(value) < 1 ? Math.round(value * 1000) / 1000 : Math.round(value * 10) / 10

/** A row from samples; `judge` is given the p95 as it is and says whether the target is met. */
export function rowOf(
  said: Pick<Row, 'part' | 'what' | 'target' | 'unit'> & { explained?: string },
  samples: readonly number[],
  bare: readonly number[] | null,
  judge: (p95: number, ratio: number | null) => boolean,
): Row {
  const median = quantile(samples, 0.5)
  const p95 = quantile(samples, 0.95)
  const beside = bare && quantile(bare, 0.5)
  const ratio = beside === null || beside === 0 ? null : median / beside
  return {
    ...said,
    median: rounded(median),
    p95: rounded(p95),
    bare: beside === null ? null : rounded(beside),
    ratio: ratio === null ? null : rounded(ratio),
    met: judge(p95, ratio),
    explained: said.explained ?? null,
  }
}
