import { type MessagePort, parentPort } from 'node:worker_threads'
import { ReadFault } from '../input/fault.ts'
import { ReadBudget } from '../input/read-budget.ts'
import { readScanFile } from '../input/read-scan-file.ts'
import { serveMatch } from '../matching/serve-match.ts'
import { mergeReports } from '../report/merge-reports.ts'
import type { TriageSender } from '../report/report.ts'
import { decodeReport, encodeReport } from '../report/stored-report.ts'
import { setTriageSender } from '../report/triage-sender.ts'
import { Inbox } from './inbox.ts'
import type { Piece, ReadMessage, ReadRequest } from './messages.ts'

// The thread for scan files. It reads files, encodes their reports and matches their findings without blocking
// requests, and an error or exhausted memory ends only this thread.

parentPort?.on('message', (request: ReadRequest) => {
  // After this the thread has nothing left to wait for, so it exits.
  if (request === 'end') parentPort?.close()
  else void handleRequest(request)
})

async function handleRequest(request: Exclude<ReadRequest, 'end'>) {
  const { port } = request
  if ('match' in request) return serveMatch(request.match, port)
  const postMessage = (message: ReadMessage, transferred: ArrayBuffer[] = []) =>
    port.postMessage(message, transferred)
  try {
    const report = await ('join' in request
      ? joinReports(request.join)
      : readFile(request.read, port, postMessage))
    postMessage({ report }, [report.content.buffer])
  } catch (error) {
    if (error instanceof ReadFault) {
      const { message, line, column, byteOffset, path, isTooMuch } = error
      postMessage({ fault: { message, line, column, byteOffset, path, isTooMuch } })
    } else postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  port.close()
}

async function readFile(
  options: Extract<ReadRequest, { read: unknown }>['read'],
  port: MessagePort,
  postMessage: (message: ReadMessage) => void,
) {
  const budget = new ReadBudget()
  const file = new ReceivedFile(port, (bytes) => postMessage({ taken: bytes, read: budget.bytes }))
  const report = await readScanFile(file.pieces(), options, budget)
  if (file.sender) setTriageSender(report, file.sender)
  return encodeReport(report, budget)
}

async function joinReports(contents: readonly Uint8Array[]) {
  const reports = []
  for (const content of contents) reports.push(await decodeReport(content))
  return encodeReport(mergeReports(reports))
}

/** A file that arrives in chunks. */
class ReceivedFile {
  /** The sender, if that person may triage; known after the whole file was received. */
  sender: TriageSender | null = null
  readonly #inbox: Inbox<Piece>
  readonly #taken: (bytes: number) => void

  /** @param bytes called for each chunk that was read, so that no more are sent than are read */
  constructor(port: MessagePort, bytes: (bytes: number) => void) {
    this.#taken = bytes
    this.#inbox = new Inbox(port)
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = await this.#inbox.next()
      if ('piece' in next) {
        const { byteLength } = next.piece
        yield next.piece
        this.#taken(byteLength)
      } else if (next.end === 'broken') throw new Error('the file broke off')
      else {
        this.sender = next.sender
        return
      }
    }
  }
}
