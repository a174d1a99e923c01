import type { MessagePort } from 'node:worker_threads'
import type { ReadOptions } from '../input/read-scan-file.ts'
import type { MatchOptions } from '../matching/messages.ts'
import type { TriageSender } from '../report/report.ts'
import type { EncodedReport } from '../report/stored-report.ts'

/**
 * A request to the other thread, each with its own port: to read a file, to join stored reports, to match, or to exit.
 */
export type ReadRequest =
  | { read: ReadOptions; port: MessagePort }
  | { join: Uint8Array[]; port: MessagePort }
  | { match: MatchOptions; port: MessagePort }
  | 'end'

/** A message to a thread that reads a file: a chunk, the end of the file, or its failure. */
export type Piece =
  | { piece: Uint8Array<ArrayBuffer> }
  /** The sender, if that person may triage. */
  | { end: 'whole'; sender: TriageSender | null }
  | { end: 'broken' }

/** A message of the thread: the progress, or the result. */
export type ReadMessage =
  /** The bytes of received chunks, and the decompressed bytes of the file so far. */
  { taken: number; read: number } | { report: EncodedReport } | { fault: Fault } | { error: string }

/** The fields of a `ReadFault`, since a class instance cannot be sent between threads. */
export type Fault = {
  message: string
  line: number
  column: number
  byteOffset: number
  path: string
  isTooMuch: boolean
}
