import type { CountsBySeverity } from '#contract/responses/scans.ts'
import { findingTypes, severities } from '#server/db/codes.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/**
 * The findings that a scan saw first or found fixed, by severity and type, zeros included: the counts of the lists that
 * `first_seen_scan_ids` and `fixed_scan_ids` select.
 * Source: docs/api.md#scans.
 */
export function countByScan(
  { columns }: Pick<FindingsSnapshot, 'columns'>,
  by: 'firstScan' | 'fixedScan',
  scanId: number,
): CountsBySeverity {
  const counts = findingTypes.map((type) => {
    const table = columns.table(type)
    const { severity, removed } = table.columns
    const scans = table.columns[by].array
    const bySeverity = new Uint32Array(severities.length + 1)
    for (let row = 0; row < table.length; row++) {
      if (scans[row] !== scanId || removed.array[row] !== 0) continue
      const code = severity.array[row] ?? 0
      bySeverity[code] = (bySeverity[code] ?? 0) + 1
    }
    return bySeverity
  })
  return Object.fromEntries(
    severities
      .map((severity, level): [string, Record<string, number>] => [
        severity,
        Object.fromEntries(findingTypes.map((type, index) => [type, counts[index]?.[level + 1] ?? 0])),
      ])
      .reverse(),
  )
}

/**
 * The ids of the findings first seen by a scan, including removed ones, in ascending order.
 * @param options.newInProject only those that were on no other ref of the project.
 */
export function findingsFirstSeenBy(
  { columns }: Pick<FindingsSnapshot, 'columns'>,
  scanId: number,
  { newInProject }: { newInProject: boolean },
): number[] {
  const ids: number[] = []
  for (const type of findingTypes) {
    const table = columns.table(type)
    const scans = table.columns.firstScan.array
    for (let row = 0; row < table.length; row++) {
      if (scans[row] !== scanId || table.isDeleted(row)) continue
      const id = table.ids[row] ?? 0
      if (!newInProject || table.flaws[row] === id) ids.push(id)
    }
  }
  return ids.sort((one, other) => one - other)
}
