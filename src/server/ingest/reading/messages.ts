import type { MessagePort } from 'node:worker_threads'
import type { ReadOptions } from '../input/read-scan-file.ts'
import type { MatchOptions } from '../matching/messages.ts'
import type { TriageSender } from '../report/report.ts'
import type { EncodedReport } from '../report/stored-report.ts'

/** What the other thread is asked, over a port for each: to read a file, to join stored reports, to match, or to end. */
export type ReadRequest =
  | { read: ReadOptions; port: MessagePort }
  | { join: Uint8Array[]; port: MessagePort }
  | { match: MatchOptions; port: MessagePort }
  | 'end'

/** What it is sent while it reads a file: piece after piece, then that it was all, or that the file broke off. */
export type Piece =
  | { piece: Uint8Array<ArrayBuffer> }
  /** Who sent it, where that person may triage. */
  | { end: 'whole'; sender: TriageSender | null }
  | { end: 'broken' }

/** What it says: what it has taken, and at last what became of it. */
export type ReadMessage =
  /** Bytes of pieces as they were sent, and of the file so far as it is uncompressed. */
  { taken: number; read: number } | { report: EncodedReport } | { fault: Fault } | { error: string }

/** The parts of a `ReadFault`, which is not handed over as one. */
export type Fault = {
  message: string
  line: number
  column: number
  byteOffset: number
  path: string
  isTooMuch: boolean
}
