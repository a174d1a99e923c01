import type { Row } from './row.ts'

/** Why a row does not meet its target, and how far it is away: by how its name begins. */
const reasons: readonly (readonly [begins: string, why: string])[] = []

/** A row with the reason that is known for it, where it does not meet its target and gives none itself. */
export function explained(row: Row): Row {
  if (row.met !== false || row.explained !== null) return row
  const known = reasons.find(([begins]) => row.what.startsWith(begins))
  return { ...row, explained: known?.[1] ?? null }
}

const missing = (what: string, target: string, why: string): Row => ({
  part: 'service',
  what,
  target,
  unit: 'ms',
  median: null,
  p95: null,
  bare: null,
  ratio: null,
  met: null,
  explained: why,
})

/** Rows of what is not built yet. */
export const notMeasured: readonly Row[] = [
  missing('overview, 90 days', 'p95 ≤ 150 ms', 'The overview is not built yet.'),
  missing('the same on PostgreSQL', '≤ 2 × the embedded figure', 'PostgreSQL is not built yet.'),
]
