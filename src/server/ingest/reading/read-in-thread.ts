import { ReadFault } from '../input/fault.ts'
import { processorTimeExceeded, processorTimeFor } from '../input/read-budget.ts'
import type { ReadOptions } from '../input/read-scan-file.ts'
import type { TriageSender } from '../report/report.ts'
import type { EncodedReport } from '../report/stored-report.ts'
import type { Piece, ReadMessage } from './messages.ts'
import { ReadingThread, smallFile } from './reading-thread.ts'
import { ThreadWork } from './thread-work.ts'

/** A file to read in another thread. */
export interface FileToRead {
  stream: AsyncIterable<Uint8Array>
  /** Its size as sent, if known. */
  size: number | null
  options: ReadOptions
  /**
   * Returns the sender after the whole file was received; null if that person may not triage, or if it is irrelevant.
   */
  sender?: () => TriageSender | null
  /** Heap size of the thread for a large file, in megabytes. */
  heap: number
}

/** Bytes that may be sent before the thread has processed them. */
const maxBytesInFlight = 1024 * 1024
/** How much longer than the file's limit a thread may run, since it checks the limit itself, in milliseconds. */
const extraTime = 3_000

/**
 * Reads a scanner's file like `readScanFile`, in another thread, so that the service keeps responding for any file.
 * @param thread for tests
 * @returns its report as stored. Rejects with `ReadFault` if the file is invalid, or needs more CPU time, memory, or
 * storage than its size explains; errors of the stream are passed on unchanged.
 */
export async function readInThread(file: FileToRead, thread?: ReadingThread): Promise<EncodedReport> {
  const { stream, options } = file
  const pieces = stream[Symbol.asyncIterator]()
  try {
    const first = await pieces.next()
    const head = first.done ? null : first.value
    const isGzip = head !== null && head[0] === 0x1f && (head[1] ?? 0x8b) === 0x8b
    const isSmall = !isGzip && file.size !== null && file.size <= smallFile
    const readingThread = thread ?? ReadingThread.acquire(isSmall ? null : file.heap)
    return await new FileReading(readingThread, { read: options }).from(head, pieces, file.sender)
  } finally {
    await pieces.return?.()
  }
}

/** Joins stored reports like `mergeReports`, in another thread. @param heap its heap size, megabytes */
export function joinInThread(join: Uint8Array[], heap: number): Promise<EncodedReport> {
  return new FileReading(ReadingThread.acquire(heap), { join }).wait()
}

/** The work of a thread on one file. */
class FileReading {
  readonly #work: ThreadWork<Piece, ReadMessage, EncodedReport>
  /** Bytes that were sent and not processed yet. */
  #bytesInFlight = 0
  #onTaken: () => void = () => undefined
  /** Decompressed bytes of the file so far. */
  #read = 0

  constructor(thread: ReadingThread, request: Parameters<ReadingThread['ask']>[0]) {
    this.#work = new ThreadWork(
      thread,
      request,
      (received) => this.#onMessage(received),
      () => this.#onTaken(),
    )
  }

  /** Sends a file as it arrives. */
  async from(
    head: Uint8Array | null,
    rest: AsyncIterator<Uint8Array>,
    sender: FileToRead['sender'],
  ): Promise<EncodedReport> {
    const work = this.#work
    const unwatch = work.watch(
      () => processorTimeFor(this.#read) + extraTime,
      () => processorTimeExceeded(this.#read),
    )
    try {
      if (head) await this.#send(head)
      while (!work.isOver) {
        const next = await rest.next()
        if (next.done) break
        await this.#send(next.value)
      }
      work.send({ end: 'whole', sender: sender?.() ?? null })
      return await work.result
    } catch (error) {
      work.send({ end: 'broken' })
      await work.result.catch(() => undefined)
      throw error
    } finally {
      unwatch()
    }
  }

  /** Waits for work that needs no further input. */
  wait(): Promise<EncodedReport> {
    return this.#work.result
  }

  async #send(bytes: Uint8Array) {
    // Copied, since transferred memory is not available here any more, and the chunk may share its memory with others.
    const piece = new Uint8Array(bytes)
    this.#bytesInFlight += piece.length
    this.#work.send({ piece }, [piece.buffer])
    while (this.#bytesInFlight > maxBytesInFlight && !this.#work.isOver) {
      await new Promise<void>((resolve) => {
        this.#onTaken = resolve
      })
    }
  }

  #onMessage(received: ReadMessage) {
    if ('taken' in received) {
      this.#bytesInFlight -= received.taken
      this.#read = received.read
      this.#onTaken()
    } else if ('report' in received) this.#work.done(received.report)
    else if ('fault' in received) {
      const { message, path, isTooMuch, ...place } = received.fault
      this.#work.fail(new ReadFault(message, place, path, { isTooMuch }))
    } else this.#work.fail(new Error(received.error))
  }
}
