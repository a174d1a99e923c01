import { findingTypes, fromCode } from '#server/db/codes.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/**
 * Which scans were the first to see a finding of some rules.
 * @param options.type position in `findingTypes`.
 * @param options.from only findings that are relevant since then, milliseconds.
 * @returns each pair of a rule and a scan once.
 */
export function scansOfRules(
  { columns }: Pick<FindingsSnapshot, 'columns'>,
  options: { type: number; ruleIds: readonly number[]; from: number },
): { ruleId: number; scanId: number }[] {
  const table = columns.table(fromCode(findingTypes, options.type))
  const { rule, firstScan, removed } = table.columns
  const isRule = new Uint8Array(rule.size)
  for (const id of options.ruleIds) isRule[id] = 1
  const scansByRule = new Map<number, Set<number>>()
  for (let row = 0; row < table.length; row++) {
    const ruleId = rule.array[row] ?? 0
    if (isRule[ruleId] !== 1) continue
    const scanId = firstScan.array[row] ?? 0
    if (removed.array[row] !== 0 || (table.since[row] ?? 0) < options.from) continue
    scansByRule.set(ruleId, (scansByRule.get(ruleId) ?? new Set()).add(scanId))
  }
  return [...scansByRule].flatMap(([ruleId, scans]) => [...scans].map((scanId) => ({ ruleId, scanId })))
}
