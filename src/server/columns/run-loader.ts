import { parentPort, workerData } from 'node:worker_threads'
import { buffersIn } from '#server/base/thread.ts'
import { openSnapshot } from '#server/db/readers.ts'
import { writeColumnFile } from './column-file.ts'
import type { ColumnKind } from './column-kind.ts'
import { type LoaderRequest, type LoaderResult, loadColumns, loadFromFile } from './load.ts'

/**
 * Loads columns in a thread and writes their file. Reading a million rows takes seconds, and temporarily needs more
 * memory than the result. A failure to write the file is ignored: the next start reads the rows again.
 */
export async function runLoader<C>(kind: ColumnKind<C>): Promise<void> {
  // parse: passed by `ColumnStore`.
  const { address, deploymentId, file, format, isAnswerWanted } = workerData as LoaderRequest
  const previous = file === null ? null : await loadFromFile(kind, file, format)
  const snapshot = await openSnapshot(address)
  const loaded = await loadColumns(kind, snapshot, deploymentId, { previous, turn: async () => undefined })
  snapshot.close()
  const { changeNumber } = loaded
  const data = kind.toData(loaded.columns)
  if (file !== null) write(file, { format, changeNumber, data })
  const result: LoaderResult = { changeNumber, data: isAnswerWanted ? data : null }
  parentPort?.postMessage(result, buffersIn(result))
}

function write(file: string, content: Parameters<typeof writeColumnFile>[1]) {
  try {
    writeColumnFile(file, content)
  } catch {
    // No partial file is left.
  }
}
