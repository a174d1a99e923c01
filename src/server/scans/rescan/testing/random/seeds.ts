import { hash } from 'node:crypto'
import fc from 'fast-check'
import { forced } from '../../../../testing/stress/repetitions.ts'

/**
 * Each format plays other histories. The few of `npm test` are always the same ones, so that a change alone makes it fail; more
 * of them are others for each commit.
 */
export function seedOf(name: string): number {
  const seed = forced(1) > 1 ? (fc.readConfigureGlobal().seed ?? 0) : 0
  return seed ^ Number.parseInt(hash('sha256', name).slice(0, 7), 16)
}
