import { ReadFault, startOfFile } from './fault.ts'

const megabyte = 1024 * 1024

/**
 * The CPU time limit for a file of this size, in milliseconds. A scanner's file takes a tenth of it on a slow machine.
 */
export const processorTimeFor = (bytes: number): number => 5_000 + (bytes / megabyte) * 200

/** The memory limit for the report of a file of this size. Source: docs/api.md#limits. */
const memoryFor = (bytes: number): number => 64 * megabyte + 4 * bytes

/**
 * The limit for characters of texts that are composed of parts of a file of this size: messages and fixes with
 * filled-in values.
 */
const addedMemoryFor = (bytes: number): number => megabyte + 4 * bytes

/**
 * The storage limit for the report of a file of this size; a small file has room for its rows.
 * Source: docs/api.md#limits.
 */
export const storedBytesFor = (bytes: number): number => megabyte + 20 * bytes

/**
 * The limits for reading one file: CPU time of its thread, and memory for its report. Both grow with the bytes read so
 * far, for a compressed file with its decompressed size.
 */
export class ReadBudget {
  /** Bytes read so far, decompressed. */
  bytes = 0
  #added = 0
  readonly #clock: () => number
  readonly #begun: number

  /** @param clock CPU time of the thread, milliseconds */
  constructor(clock: () => number = threadClock()) {
    this.#clock = clock
    this.#begun = clock()
  }

  /** Counts bytes that were read, and checks the time. @throws ReadFault if the limit is exceeded. */
  read(bytes: number): void {
    this.bytes += bytes
    this.checkTime()
  }

  /** @throws ReadFault if the CPU time limit is exceeded. */
  checkTime(): void {
    if (this.#clock() - this.#begun > processorTimeFor(this.bytes)) throw processorTimeExceeded(this.bytes)
  }

  /** Counts characters of a text that is composed of parts of the file. Returns whether it fits the limit. */
  mayAdd(characters: number): boolean {
    if (this.#added + characters > addedMemoryFor(this.bytes)) return false
    this.#added += characters
    return true
  }

  /** @throws ReadFault if a report of this size in memory exceeds the limit for the bytes read so far. */
  checkMemory(memory: number): void {
    if (memory > memoryFor(this.bytes))
      throw readFault(
        `reading the file takes more than ${Math.round(memoryFor(this.bytes) / megabyte)} MB of memory, the limit for its size`,
      )
  }
}

/** The fault of a file that needs more CPU time than its size explains. */
export const processorTimeExceeded = (bytes: number): ReadFault =>
  readFault(
    `reading the file takes more than ${Math.round(processorTimeFor(bytes) / 1000)} s of processor time, the limit for its size`,
  )

/** The fault of a file that would exceed the memory of the thread that reads it. */
export const memoryExceeded = (): ReadFault =>
  readFault('reading the file takes more memory than the limit for its size')

/** The fault of a file whose stored report would be many times its size. */
export const storedReportTooLarge = (bytes: number): ReadFault =>
  readFault(
    `the file would take more than 20 times its size (${Math.ceil(bytes / 1024)} kB uncompressed) when it is stored, for example because many results reference the same long text`,
  )

/** The fault of a file that is too expensive as a whole. */
export const readFault = (message: string): ReadFault =>
  new ReadFault(message, startOfFile, '', { isTooMuch: true })

/** How old the time of a clock may be, in milliseconds: to ask for it takes as long as to read a small result. */
const clockResolution = 5

/** A clock of the CPU time of this thread. */
function threadClock(): () => number {
  let askedAt = Number.NEGATIVE_INFINITY
  let time = 0
  return () => {
    const now = performance.now()
    if (now - askedAt < clockResolution) return time
    askedAt = now
    const { user, system } = process.threadCpuUsage()
    time = (user + system) / 1000
    return time
  }
}
