import { Readable } from 'node:stream'
import type { exportFindings } from '#contract/operations/export.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import { readChangeNumber } from '#server/columns/change-number.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { DatabaseAddress } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { exportTimeouts, limitStream } from '#server/http/response/limit-stream.ts'
import { type FindingSet, type Selection, selectionOf } from '../filters/query.ts'
import { countFindings } from '../list/totals.ts'
import { openView, withSnapshot } from '../snapshot.ts'
import type { ExportOrigin } from './addresses.ts'
import { startInThread } from './export-thread.ts'
import type { FileKind } from './file-kind.ts'
import { selectIds } from './pages.ts'
import { writeExport } from './writers.ts'

/** The findings and the format of an export, with saved filters resolved. */
type ExportQuery = FindingSet &
  Pick<QueryValues<(typeof exportFindings)['query']>, 'format' | 'columns' | 'sort'>

/** An export that is ready to be sent. */
export interface Export {
  total: number
  stream: Readable
}

/** How often the export thread is asked for a snapshot of the same data, while other writes happen. */
const maxAttempts = 3

/** Returns the size of an export without writing it. */
export async function countExport(
  stores: ColumnStores,
  deploymentId: number,
  { format: _format, columns: _columns, sort: _sort, ...set }: ExportQuery,
): Promise<{ total: number; stream: null }> {
  return {
    total: await withSnapshot(stores, deploymentId, (one) => countFindings(one, deploymentId, set), set),
    stream: null,
  }
}

/**
 * Returns all findings of a filter as a stream that is produced at the speed at which it is read, from a snapshot of
 * the current data. The snapshot is closed when the stream ends, fails, or is not read for too long.
 */
export async function startExport(
  stores: ColumnStores,
  deploymentId: number,
  query: ExportQuery,
  origin: ExportOrigin,
  times = exportTimeouts,
): Promise<Export> {
  const { format = 'csv', columns, sort, ...set } = query
  const kind: FileKind = { deploymentId, format, columns, type: set.issue_type ?? 'sast', origin }
  const selection = selectionOf(deploymentId, set)
  const selectFindings = () =>
    withSnapshot(
      stores,
      deploymentId,
      async (one) => ({
        changeNumber: await readChangeNumber(one.reader, deploymentId),
        ids: await selectIds(one, selection, sort),
      }),
      selection.filter,
    )
  const started =
    (await exportInThread(stores.database.address, kind, selectFindings)) ??
    (await exportHere(stores, kind, selection, sort))
  limitStream(started.stream, times)
  return started
}

/**
 * Selects findings in this thread and writes them in the export thread, if both read the same data. Returns null if
 * they do not after several attempts because of other writes, or if the thread cannot read: the caller then exports in
 * this thread, which reports the error.
 * @throws HttpError 503 if no export may begin in time.
 */
async function exportInThread(
  address: DatabaseAddress | null,
  kind: FileKind,
  selectFindings: () => Promise<{ changeNumber: number; ids: Int32Array<ArrayBuffer> }>,
): Promise<Export | null> {
  if (address === null) return null
  for (let turn = 0; turn < maxAttempts; turn++) {
    const [threadStart, selection] = await Promise.allSettled([
      startInThread(address, kind),
      selectFindings(),
    ])
    const started = threadStart.status === 'fulfilled' ? threadStart.value : null
    if (selection.status === 'rejected') {
      started?.release()
      throw selection.reason
    }
    if (threadStart.status === 'rejected' && threadStart.reason instanceof HttpError) throw threadStart.reason
    if (started === null) return null
    const { changeNumber, ids } = selection.value
    const total = ids.length
    if (started.changeNumber === changeNumber) return { total, stream: started.write(ids) }
    started.release()
  }
  return null
}

/** Writes an export in this thread, yielding to requests. */
async function exportHere(
  stores: ColumnStores,
  kind: FileKind,
  selection: Selection,
  sort: ExportQuery['sort'],
): Promise<Export> {
  const { result: ids, snapshot } = await openView(
    stores,
    selection.deploymentId,
    (one) => selectIds(one, selection, sort),
    selection.filter,
  )
  const stream = Readable.from(writeExport(snapshot, kind, ids), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  })
  // Also runs if the stream was never read.
  stream.once('close', () => snapshot.close())
  return { total: ids.length, stream }
}
