import { Readable } from 'node:stream'
import type { exportFindings } from '#contract/export.ts'
import type { QueryValues } from '#contract/query.ts'
import type { Database, DatabaseAddress } from '#server/db/database.ts'
import { boundStream, exportTimes } from '#server/http/bound-stream.ts'
import { type FindingSet, type Selection, selectionOf } from '../query.ts'
import { totalOf } from '../totals.ts'
import { openView, view } from '../view.ts'
import type { ExportOrigin } from './addresses.ts'
import { changeNumberOf } from './change-number.ts'
import { beginInThread } from './export-thread.ts'
import type { FileKind } from './file-kind.ts'
import { idsInOrder } from './pages.ts'
import { written } from './writers.ts'

/** What is exported and how, kept filters looked up. */
type Asked = FindingSet & Pick<QueryValues<(typeof exportFindings)['query']>, 'format' | 'columns' | 'sort'>

/** An export that is about to be sent. */
export interface Export {
  total: number
  stream: Readable
}

/** How often the other thread is asked to see the same data as this one, while others write. */
const turnsAtMost = 3

/** What an export would be, without making it. */
export async function countExport(
  database: Database,
  deploymentId: number,
  { format: _format, columns: _columns, sort: _sort, ...set }: Asked,
): Promise<{ total: number; stream: null }> {
  return { total: await view(database, (one) => totalOf(one, deploymentId, set)), stream: null }
}

/**
 * All findings of a filter as a stream that is made only as fast as it is read, over the data as it stands now.
 * The snapshot is closed when the stream ends, breaks off, or is not read for too long.
 */
export async function startExport(
  database: Database,
  deploymentId: number,
  query: Asked,
  origin: ExportOrigin,
  times = exportTimes,
): Promise<Export> {
  const { format = 'csv', columns, sort, ...set } = query
  const kind: FileKind = { format, columns, type: set.issue_type ?? 'sast', origin }
  const selection = selectionOf(deploymentId, set)
  const choose = () =>
    view(database, async (one) => ({
      changeNumber: await changeNumberOf(one.reader, deploymentId),
      ids: await idsInOrder(one, selection, sort),
    }))
  const begun =
    (await inOtherThread(database.address, deploymentId, kind, choose)) ??
    (await inThisThread(database, kind, selection, sort))
  boundStream(begun.stream, times)
  return begun
}

/**
 * What is chosen here is written there, where both see the same data. Null where they do not, since others write all the
 * time, or where the other thread cannot read: what is wrong shows here then.
 */
async function inOtherThread(
  address: DatabaseAddress | null,
  deploymentId: number,
  kind: FileKind,
  choose: () => Promise<{ changeNumber: number; ids: Int32Array<ArrayBuffer> }>,
): Promise<Export | null> {
  if (address === null) return null
  for (let turn = 0; turn < turnsAtMost; turn++) {
    const [there, here] = await Promise.allSettled([beginInThread(address, deploymentId, kind), choose()])
    const begun = there.status === 'fulfilled' ? there.value : null
    if (here.status === 'rejected') {
      begun?.leave()
      throw here.reason
    }
    if (begun === null) return null
    const { changeNumber, ids } = here.value
    const total = ids.length
    if (begun.changeNumber === changeNumber) return { total, stream: begun.write(ids) }
    begun.leave()
  }
  return null
}

/** Between the answers to requests. */
async function inThisThread(
  database: Database,
  kind: FileKind,
  selection: Selection,
  sort: Asked['sort'],
): Promise<Export> {
  const { chosen: ids, snapshot } = await openView(database, (one) => idsInOrder(one, selection, sort))
  const stream = Readable.from(written(snapshot, kind, ids), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  })
  // Also where nobody ever began to read.
  stream.once('close', () => snapshot.close())
  return { total: ids.length, stream }
}
