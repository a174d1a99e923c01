import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { DatabaseAddress } from '#server/db/database.ts'
import { threadEntry } from '#server/thread.ts'
import type { FileKind } from './file-kind.ts'

/** What the other thread is asked: an export, or to leave all it has and end. */
export type ThreadRequest = ExportRequest | 'end'

export interface ExportRequest {
  /** The database. */
  address: DatabaseAddress
  kind: FileKind
  /** Over it goes everything that concerns this export. */
  port: MessagePort
}

/** What it says: the data it sees, then piece after piece, or what went wrong. */
export type ThreadMessage =
  | { changeNumber: number }
  | { piece: Uint8Array<ArrayBuffer> }
  | { ended: true }
  | { fault: string }

/** An export that the other thread has its view of the data for, and that waits for its ids. */
export interface StartedExport {
  /** That of the data that it will be written from. */
  changeNumber: number
  /** Writes these findings, as fast as the stream is read. */
  write(ids: Int32Array<ArrayBuffer>): Readable
  /** Lets go of it instead. */
  release(): void
}

/** How long the thread waits for the next export: to begin one takes longer than a small export. Milliseconds. */
const maxIdleTime = 30_000

interface ExportThread {
  worker: Worker
  /** Settles when it has ended. */
  ended: Promise<void>
  exports: number
  end: NodeJS.Timeout | undefined
}

let thread: ExportThread | null = null

/** The one thread of all exports, for one of them. Gives it and the way to say that the export is over. */
function acquireThread() {
  thread ??= startThread()
  const acquired = thread
  clearTimeout(acquired.end)
  acquired.exports += 1
  return {
    worker: acquired.worker,
    done() {
      acquired.exports -= 1
      if (acquired.exports > 0 || thread !== acquired) return
      acquired.end = setTimeout(() => void endThread(acquired), maxIdleTime).unref()
    },
  }
}

function startThread(): ExportThread {
  const entry = threadEntry(import.meta.url, './worker.ts', './export-worker.js')
  const worker = new Worker(entry, { name: 'exports' })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const created: ExportThread = { worker, ended, exports: 0, end: undefined }
  // The ports of its exports close with it, which tells each of them.
  worker
    .on('error', () => undefined)
    .once('exit', () => {
      if (thread === created) thread = null
      resolve()
    })
  // A service that stops does not wait for it.
  worker.unref()
  return created
}

/** How long a thread that is asked to end may take, before it is ended. Milliseconds. */
const terminationTimeout = 5000

/** Asks the thread to end: one that is ended from outside while it reads can take the whole process with it. */
async function endThread(ending: ExportThread): Promise<void> {
  if (thread === ending) thread = null
  const end: ThreadRequest = 'end'
  ending.worker.postMessage(end)
  await Promise.race([ending.ended, delay(terminationTimeout, undefined, { ref: false })])
  await ending.worker.terminate()
}

/** Ends the thread before the database is closed, which nobody may read any more then. Its exports break off. */
export async function stopExportThread(): Promise<void> {
  if (thread) await endThread(thread)
}

/**
 * Takes a view of the data in the other thread, so that an export is written beside the answers to requests.
 * @returns null where the thread cannot: whoever asks reads by itself, and hears what is wrong.
 */
export async function startInThread(address: DatabaseAddress, kind: FileKind): Promise<StartedExport | null> {
  const { worker, done } = acquireThread()
  const { port1: localPort, port2: port } = new MessageChannel()
  localPort.once('close', done)
  const request: ThreadRequest = { address, kind, port }
  worker.postMessage(request, [port])
  return new Promise((resolve) => {
    localPort.once('close', () => resolve(null))
    localPort.once('message', (message: ThreadMessage) => {
      if (!('changeNumber' in message)) return localPort.close()
      resolve({
        changeNumber: message.changeNumber,
        write(ids) {
          localPort.postMessage(ids, [ids.buffer])
          return readableFromPort(localPort)
        },
        release: () => localPort.close(),
      })
    })
  })
}

/** What comes over the port, asked for as it is read, and one piece ahead. */
function readableFromPort(port: MessagePort): Readable {
  let over = false
  const requestNext = () => port.postMessage('next')
  const stream = new Readable({
    highWaterMark: 64 * 1024,
    read: requestNext,
    destroy(error, done) {
      over = true
      port.close()
      done(error)
    },
  })
  port.on('message', (message: ThreadMessage) => {
    if (over) return
    over = !('piece' in message)
    if ('piece' in message) stream.push(message.piece)
    else if ('ended' in message) stream.push(null)
    else if ('fault' in message) stream.destroy(new Error(message.fault))
  })
  port.once('close', () => {
    if (!over) stream.destroy(new Error('The thread of exports ended.'))
  })
  // One that breaks before anybody reads it must not end the service.
  stream.on('error', () => undefined)
  requestNext()
  return stream
}
