import { ReadFault, startOfFile } from './fault.ts'

const megabyte = 1024 * 1024

/** Processor time for a file of so many bytes. A scanner's file takes a tenth of it on a slow machine. Milliseconds. */
export const processorTimeFor = (bytes: number): number => 5_000 + (bytes / megabyte) * 200

/** Memory that the report of a file of so many bytes may take. Source: docs/api.md#limits. */
const memoryFor = (bytes: number): number => 64 * megabyte + 4 * bytes

/** Characters of texts that are made of parts of a file of so many bytes: messages and fixes that are filled in. */
const addedMemoryFor = (bytes: number): number => megabyte + 4 * bytes

/**
 * Bytes that the report of a file of so many bytes may take when it is stored; a small file has room for its rows.
 * Source: docs/api.md#limits.
 */
export const storedBytesFor = (bytes: number): number => megabyte + 20 * bytes

/**
 * What reading one file may take: processor time of its thread, and memory for the report that is made of it. Both grow
 * with what was read so far, a compressed file by its uncompressed size.
 */
export class ReadBudget {
  /** Of the file so far, uncompressed. */
  bytes = 0
  #added = 0
  readonly #clock: () => number
  readonly #begun: number

  /** @param clock processor time of the thread, milliseconds */
  constructor(clock: () => number = threadProcessorTime) {
    this.#clock = clock
    this.#begun = clock()
  }

  /** Counts bytes that were read, and checks the time. @throws ReadFault where it is over. */
  read(bytes: number): void {
    this.bytes += bytes
    this.checkTime()
  }

  /** @throws ReadFault where the processor time is over. */
  checkTime(): void {
    if (this.#clock() - this.#begun > processorTimeFor(this.bytes)) throw processorTimeExceeded(this.bytes)
  }

  /** Counts characters of a text that is made of parts of the file. Answers whether there is room for it. */
  mayAdd(characters: number): boolean {
    if (this.#added + characters > addedMemoryFor(this.bytes)) return false
    this.#added += characters
    return true
  }

  /** @throws ReadFault where a report of so many bytes in memory is too much for what was read. */
  checkMemory(memory: number): void {
    if (memory > memoryFor(this.bytes))
      throw readFault(
        `reading the file takes more than ${Math.round(memoryFor(this.bytes) / megabyte)} MB of memory, the limit for its size`,
      )
  }
}

/** The fault of a file that needs more processor time than its size explains. */
export const processorTimeExceeded = (bytes: number): ReadFault =>
  readFault(
    `reading the file takes more than ${Math.round(processorTimeFor(bytes) / 1000)} s of processor time, the limit for its size`,
  )

/** The fault of a file that would fill the memory of the thread that reads it. */
export const memoryExceeded = (): ReadFault =>
  readFault('reading the file takes more memory than the limit for its size')

/** The fault of a file whose report would be many times its size. */
export const storedReportTooLarge = (bytes: number): ReadFault =>
  readFault(
    `the file would take more than 20 times its size (${Math.ceil(bytes / 1024)} kB uncompressed) when it is stored, for example because many results reference the same long text`,
  )

/** The fault of a file that is too dear as a whole. */
export const readFault = (message: string): ReadFault =>
  new ReadFault(message, startOfFile, '', { isTooMuch: true })

function threadProcessorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
