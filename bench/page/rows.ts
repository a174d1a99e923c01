import { quantile, type Row, rowOf } from '../row.ts'

interface Beside {
  /** So many times as long as the bare page, or as large, at most. */
  most: number
}

type Said = Pick<Row, 'what' | 'target' | 'unit'> & { explained?: string }

/** A row that is judged by how its median stands to the bare page's, both run in turn. */
export function besideRow(
  said: Said,
  samples: readonly number[],
  bare: readonly number[],
  { most }: Beside,
): Row {
  const beside = quantile(bare, 0.5)
  const ratio = quantile(samples, 0.5) / beside
  const { explained, ...rest } = said
  return {
    ...rowOf({ part: 'page', ...rest }, samples, null, () => ratio <= most),
    bare: Math.round(beside * 10) / 10,
    ratio: Math.round(ratio * 100) / 100,
    explained: ratio <= most ? null : (explained ?? null),
  }
}

/** A row that is judged by itself; what explains it stands only where it is not met. */
export function ownRow(
  said: Said,
  samples: readonly number[],
  judge: (p95: number) => boolean,
  bare: readonly number[] | null = null,
): Row {
  const { explained, ...rest } = said
  const row = rowOf({ part: 'page', ...rest }, samples, bare, judge)
  return { ...row, explained: row.met ? null : (explained ?? null) }
}
