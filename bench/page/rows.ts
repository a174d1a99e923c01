import { quantile, type Row, rowOf } from '../row.ts'

interface Comparison {
  /** The largest allowed ratio to the baseline page. */
  maxRatio: number
}

type RowLabels = Pick<Row, 'what' | 'target' | 'unit'> & { explained?: string }

/** A row whose target is a ratio of medians: the page and the baseline page, measured in turn. */
export function comparedRow(
  labels: RowLabels,
  samples: readonly number[],
  baseline: readonly number[],
  { maxRatio }: Comparison,
): Row {
  const baselineMedian = quantile(baseline, 0.5)
  const ratio = quantile(samples, 0.5) / baselineMedian
  const { explained, ...rest } = labels
  return {
    ...rowOf({ part: 'page', ...rest }, samples, null, () => ratio <= maxRatio),
    baseline: Math.round(baselineMedian * 10) / 10,
    ratio: Math.round(ratio * 100) / 100,
    explained: ratio <= maxRatio ? null : (explained ?? null),
  }
}

/** A row with a target of its own. Its explanation is only kept if the target is missed. */
export function rowWithTarget(
  labels: RowLabels,
  samples: readonly number[],
  judge: (p95: number) => boolean,
  baseline: readonly number[] | null = null,
): Row {
  const { explained, ...rest } = labels
  const row = rowOf({ part: 'page', ...rest }, samples, baseline, judge)
  return { ...row, explained: row.met ? null : (explained ?? null) }
}
