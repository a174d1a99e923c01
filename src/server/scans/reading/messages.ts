import type { MessagePort } from 'node:worker_threads'
import type { ReadOptions } from '#server/reports/input/read-scan-file.ts'
import type { TriageSender } from '#server/reports/report/report.ts'
import type { EncodedReport } from '#server/reports/report/stored-report.ts'
import type { MatchOptions } from '../matching/messages.ts'

/** A file that was received whole: its bytes if it is small, else the descriptor of an open file. */
export type ReceivedBytes = { bytes: Uint8Array<ArrayBuffer> } | { descriptor: number }

/** A file to read, and its sender, if that person may triage. */
export interface ReadWork {
  options: ReadOptions
  from: ReceivedBytes
  sender: TriageSender | null
}

/**
 * A request to the other thread, each with its own port: to read a file, to join stored reports, to match, or to exit.
 */
export type ReadRequest =
  | { read: ReadWork; port: MessagePort }
  | { join: Uint8Array[]; port: MessagePort }
  | { match: MatchOptions; port: MessagePort }
  | 'end'

/** The answer to `wants`. */
export type Grant = 'large'

/** A message of the thread: the progress, a question, or the result. */
export type ReadMessage =
  /** The decompressed bytes of the file so far. */
  | { read: number }
  /** The file is larger than `smallFile` after decompression: the thread waits for the answer. */
  | { wants: Grant }
  | { report: EncodedReport }
  | { fault: Fault }
  | { error: string }

/** The fields of a `ReadFault`, since a class instance cannot be sent between threads. */
export type Fault = {
  message: string
  line: number
  column: number
  byteOffset: number
  path: string
  isTooMuch: boolean
}
