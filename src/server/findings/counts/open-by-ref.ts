import type { FindingType } from '#contract/vocabulary.ts'
import { getOrCreate } from '#lib/get-or-create.ts'
import { findingTypes } from '#server/db/codes.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** The number of open findings of each type. */
export type OpenByType = Record<FindingType, number>

/** Counts the open findings of each ref of a project by type, by the ref's id. Refs without findings are left out. */
export async function openByRef(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  projectId: number,
): Promise<ReadonlyMap<number, OpenByType>> {
  const open = new Map<number, OpenByType>()
  for (const type of findingTypes) {
    const table = columns.table(type)
    const selection = selectionOf(deploymentId, { issue_type: type, status: ['open'] })
    const failures = await testRows(reader, columns, selection)
    const { project, ref } = table.columns
    for (const row of matchingRows(table, failures, selection.dedup)) {
      if (project.array[row] !== projectId) continue
      getOrCreate(open, ref.array[row] ?? 0, () => ({ sast: 0, sca: 0, secrets: 0 }))[type] += 1
    }
  }
  return open
}
