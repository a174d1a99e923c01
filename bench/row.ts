/** One line of the table: what was measured, its target, and the figure of the baseline. */
export interface Row {
  part: 'page' | 'service' | 'ingest' | 'soak' | 'postgres' | 'deployments'
  what: string
  /** As text with its unit. */
  target: string
  unit: 'ms' | 'MB' | 'kB' | ''
  median: number | null
  p95: number | null
  /** The median of the baseline; null if there is none. */
  baseline: number | null
  /** The median divided by that of the baseline, which a busy moment of the machine hardly changes. */
  ratio: number | null
  /** null if it was not measured. */
  met: boolean | null
  explained: string | null
}

/** The value below which a share of the samples lies, by the nearest rank. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = Math.max(0, Math.ceil(share * sorted.length) - 1)
  const value = sorted[at]
  if (value === undefined) throw new Error('there are no samples')
  return value
}

/** Rounds to tenths; values below one to thousandths. */
const rounded = (value: number) =>
  Math.abs(value) < 1 ? Math.round(value * 1000) / 1000 : Math.round(value * 10) / 10

/** Makes a row from samples. `judge` gets the p95 before rounding and returns whether the target is met. */
export function rowOf(
  labels: Pick<Row, 'part' | 'what' | 'target' | 'unit'> & { explained?: string },
  samples: readonly number[],
  baseline: readonly number[] | null,
  judge: (p95: number, ratio: number | null) => boolean,
): Row {
  const median = quantile(samples, 0.5)
  const p95 = quantile(samples, 0.95)
  const baselineMedian = baseline && quantile(baseline, 0.5)
  const ratio = baselineMedian === null || baselineMedian === 0 ? null : median / baselineMedian
  return {
    ...labels,
    median: rounded(median),
    p95: rounded(p95),
    baseline: baselineMedian === null ? null : rounded(baselineMedian),
    ratio: ratio === null ? null : rounded(ratio),
    met: judge(p95, ratio),
    explained: labels.explained ?? null,
  }
}
