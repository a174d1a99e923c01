import { ReadFault } from '#server/reports/input/fault.ts'
import { processorTimeExceeded, processorTimeFor } from '#server/reports/input/read-budget.ts'
import type { EncodedReport } from '#server/reports/report/stored-report.ts'
import type { Grant, ReadMessage, ReadWork } from './messages.ts'
import { ReadingThread } from './reading-thread.ts'
import { ThreadWork } from './thread-work.ts'

/** A file to read in another thread. */
export interface FileToRead extends ReadWork {
  /** Whether it is known to be small, decompressed. */
  isSmall: boolean
  /** Heap size of the thread for a file that is not, in megabytes. */
  heap: number
  /** Called once for a file that turns out not to be small; its reading goes on when this resolves. */
  grow: () => Promise<void>
}

/** How much longer than the file's limit a thread may run, since it checks the limit itself, in milliseconds. */
const extraTime = 3_000

/**
 * Reads a scanner's file like `readScanFile`, in another thread, so that the service keeps responding for any file.
 * @param thread for tests
 * @returns its report as stored. Rejects with `ReadFault` if the file is invalid, or needs more CPU time, memory, or
 * storage than its size explains, and with the error of `grow`.
 */
export async function readInThread(
  { isSmall, heap, grow, ...read }: FileToRead,
  thread?: ReadingThread,
): Promise<EncodedReport> {
  let bytes = 0
  const readingThread = thread ?? ReadingThread.acquire(isSmall ? null : heap)
  const work: Work = new ThreadWork(readingThread, { read }, (received) => {
    if ('read' in received) bytes = received.read
    else if ('wants' in received)
      grow().then(
        () => work.send(received.wants),
        async (error) => {
          work.fail(error)
          await readingThread.stop()
        },
      )
    else settle(work, received)
  })
  const unwatch = work.watch(
    () => processorTimeFor(bytes) + extraTime,
    () => processorTimeExceeded(bytes),
  )
  return work.result.finally(unwatch)
}

/** Joins stored reports like `mergeReports`, in another thread. @param heap its heap size, megabytes */
export function joinInThread(join: Uint8Array[], heap: number): Promise<EncodedReport> {
  const work: Work = new ThreadWork(ReadingThread.acquire(heap), { join }, (received) =>
    settle(work, received),
  )
  return work.result
}

type Work = ThreadWork<Grant, ReadMessage, EncodedReport>

function settle(work: Work, received: ReadMessage) {
  if ('report' in received) work.done(received.report)
  else if ('fault' in received) {
    const { message, path, isTooMuch, ...place } = received.fault
    work.fail(new ReadFault(message, place, path, { isTooMuch }))
  } else if ('error' in received) work.fail(new Error(received.error))
}
