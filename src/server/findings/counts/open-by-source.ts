import { findingTypes } from '#server/db/codes.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import { openFilters } from './navigation-counts.ts'

/**
 * Counts the open findings of a project by the source that reported them: code and supply chain on the primary branch,
 * a secret once per source, regardless of its locations.
 * @returns counts by source id; sources without findings are left out.
 */
export async function openBySource(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  projectId: number,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for (const type of findingTypes) {
    const { dedup, ...list } = openFilters[type]
    const table = columns.table(type)
    const selection = selectionOf(deploymentId, { ...list, repository_ids: [projectId] })
    const failures = await testRows(reader, columns, selection)
    const counted = new Set<string>()
    for (const row of matchingRows(table, failures, false)) {
      const source = table.columns.source.array[row] ?? 0
      const flaw = `${source} ${table.flaws[row]}`
      if (dedup && counted.has(flaw)) continue
      if (dedup) counted.add(flaw)
      counts.set(source, (counts.get(source) ?? 0) + 1)
    }
  }
  return counts
}
