import { setImmediate as immediate } from 'node:timers/promises'
import type { FindingsQuery } from '#contract/parameters/findings-query.ts'
import type { Snapshot } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { pageOf } from '../columns/page.ts'
import type { Selection } from '../filters/query.ts'
import { type FindingRow, findingColumns } from '../list/rows.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** The columns that an export reads of each finding. */
export const exportedColumns = [...findingColumns, 'secret_type', 'validation_state', 'validated_at'] as const
export type ExportedRow = FindingRow & {
  secret_type: string | null
  validation_state: number | null
  validated_at: number | null
}

const pageSize = 500

/** The ids of a whole selection in list order, four bytes each; our ids are below 2^31. */
export async function selectIds(
  { reader, columns }: FindingsSnapshot,
  selection: Selection,
  sort: FindingsQuery['sort'],
): Promise<Int32Array<ArrayBuffer>> {
  const all = { sort, offset: 0, size: Number.POSITIVE_INFINITY, after: undefined }
  return (await pageOf(reader, columns, selection, all)).ids
}

/** Reads findings page by page from the snapshot, yielding to other work between pages. */
export async function* pagesOf(
  { read, rows: rowsOf }: Snapshot,
  deploymentId: number,
  ids: Int32Array,
): AsyncGenerator<ExportedRow[]> {
  for (let from = 0; from < ids.length; from += pageSize) {
    const pageIds = [...ids.subarray(from, from + pageSize)]
    const query = read
      .selectFrom('finding')
      .select(exportedColumns)
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', valuesOf(pageIds))
    const rows: ExportedRow[] = await rowsOf(query.compile())
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield pageIds.flatMap((id) => byId.get(id) ?? [])
    await immediate()
  }
}
