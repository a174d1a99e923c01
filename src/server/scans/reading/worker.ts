import { once } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { ReadFault } from '#server/reports/input/fault.ts'
import { ReadBudget } from '#server/reports/input/read-budget.ts'
import { readScanFile } from '#server/reports/input/read-scan-file.ts'
import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import { mergeReports } from '#server/reports/report/merge-reports.ts'
import { decodeReport, encodeReport } from '#server/reports/report/stored-report.ts'
import { setTriageSender } from '#server/reports/report/triage-sender.ts'
import { serveMatch } from '../matching/serve-match.ts'
import { bytesOf } from './bytes-of.ts'
import type { ReadMessage, ReadRequest, ReadWork } from './messages.ts'
import { smallFile } from './small-file.ts'

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
  { options, from, sender }: ReadWork,
  port: MessagePort,
  postMessage: (message: ReadMessage) => void,
) {
  const budget = new ReadBudget()
  let isLarge = false
  const breathe = async () => {
    postMessage({ read: budget.bytes })
    if (isLarge || budget.bytes <= smallFile) return yieldToEventLoop()
    isLarge = true
    postMessage({ wants: 'large' })
    await once(port, 'message')
  }
  const report = await readScanFile(bytesOf(from), options, budget, breathe)
  if (sender) setTriageSender(report, sender)
  return encodeReport(report, budget)
}

async function joinReports(contents: readonly Uint8Array[]) {
  const reports = []
  for (const content of contents) reports.push(await decodeReport(content))
  return encodeReport(mergeReports(reports))
}
