import { findingTypes } from '#server/db/codes.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** Counts the open findings of each ref of a project, code, supply chain and secrets together, by the ref's id. */
export async function openByRef(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  projectId: number,
): Promise<ReadonlyMap<number, number>> {
  const open = new Map<number, number>()
  for (const type of findingTypes) {
    const table = columns.table(type)
    const selection = selectionOf(deploymentId, { issue_type: type, status: ['open'] })
    const failures = await testRows(reader, columns, selection)
    const { project, ref } = table.columns
    for (const row of matchingRows(table, failures, selection.dedup)) {
      const id = ref.array[row] ?? 0
      if (project.array[row] === projectId) open.set(id, (open.get(id) ?? 0) + 1)
    }
  }
  return open
}
