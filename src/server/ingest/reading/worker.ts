import { type MessagePort, parentPort } from 'node:worker_threads'
import { ReadFault } from '../fault.ts'
import { serveMatch } from '../matching/serve-match.ts'
import { mergeReports } from '../merge-reports.ts'
import { ReadBudget } from '../read-budget.ts'
import { readScanFile } from '../read-scan-file.ts'
import type { TriageSender } from '../report.ts'
import { decodeReport, encodeReport } from '../stored-report.ts'
import { nameTriageSender } from '../triage-sender.ts'
import { Inbox } from './inbox.ts'
import type { Asked, Piece, Said } from './messages.ts'

// The other thread of scan files. A file is read, its report written down, and its findings are matched, without anybody
// waiting for it, and what goes wrong with it ends this thread alone.

parentPort?.on('message', (asked: Asked) => {
  // Nothing is left then that it could wait for, so it ends.
  if (asked === 'end') parentPort?.close()
  else void serve(asked)
})

async function serve(asked: Exclude<Asked, 'end'>) {
  const { port } = asked
  if ('match' in asked) return serveMatch(asked.match, port)
  const say = (said: Said, handed: ArrayBuffer[] = []) => port.postMessage(said, handed)
  try {
    const report = await ('join' in asked ? joined(asked.join) : read(asked.read, port, say))
    say({ report }, [report.content.buffer])
  } catch (error) {
    if (error instanceof ReadFault) {
      const { message, line, column, byteOffset, path, isTooMuch } = error
      say({ fault: { message, line, column, byteOffset, path, isTooMuch } })
    } else say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  port.close()
}

async function read(
  options: Extract<Asked, { read: unknown }>['read'],
  port: MessagePort,
  say: (said: Said) => void,
) {
  const budget = new ReadBudget()
  const file = new SentFile(port, (taken) => say({ taken, read: budget.bytes }))
  const report = await readScanFile(file.pieces(), options, budget)
  if (file.sender) nameTriageSender(report, file.sender)
  return encodeReport(report, budget)
}

async function joined(contents: readonly Uint8Array[]) {
  const reports = []
  for (const content of contents) reports.push(await decodeReport(content))
  return encodeReport(mergeReports(reports))
}

/** A file as it comes. */
class SentFile {
  /** Who sent it, where that person may triage; known once all of it came. */
  sender: TriageSender | null = null
  readonly #inbox: Inbox<Piece>
  readonly #taken: (bytes: number) => void

  /** @param taken hears of each piece that was read, so that no more are sent than are read */
  constructor(port: MessagePort, taken: (bytes: number) => void) {
    this.#taken = taken
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
