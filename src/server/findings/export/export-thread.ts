import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { threadEntry } from '#server/base/thread.ts'
import { type DatabaseAddress, maxExportConnections } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { TurnQueue } from '#server/http/turn-queue.ts'
import type { FileKind } from './file-kind.ts'

/** A request to the export thread: an export, or to abort all exports and exit. */
export type ThreadRequest = ExportRequest | 'end'

export interface ExportRequest {
  /** The database. */
  address: DatabaseAddress
  kind: FileKind
  /** The port for all messages of this export. */
  port: MessagePort
}

/** A message of the export thread: the data version it reads, then chunk after chunk, or an error. */
export type ThreadMessage =
  | { changeNumber: number }
  | { piece: Uint8Array<ArrayBuffer> }
  | { ended: true }
  | { fault: string }

/** An export for which the thread has opened its snapshot, and which waits for its ids. */
export interface StartedExport {
  /** The change number of the snapshot that the export is written from. */
  changeNumber: number
  /** Writes these findings at the speed at which the stream is read. */
  write(ids: Int32Array<ArrayBuffer>): Readable
  /** Closes the export without writing it. */
  release(): void
}

/**
 * How long the idle thread waits for the next export, in milliseconds: starting a thread takes longer than a small
 * export.
 */
const maxIdleTime = 30_000

interface ExportThread {
  worker: Worker
  /** Resolves when the thread has exited. */
  ended: Promise<void>
  exports: number
  end: NodeJS.Timeout | undefined
}

let thread: ExportThread | null = null

/** Returns the thread shared by all exports, and a function that releases it when this export is over. */
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
  // The ports of its exports close with the thread, which notifies each export.
  worker
    .on('error', () => undefined)
    .once('exit', () => {
      if (thread === created) thread = null
      resolve()
    })
  // The thread must not keep a stopping service alive.
  worker.unref()
  return created
}

/** How long a thread may take to exit on request before it is terminated, in milliseconds. */
const terminationTimeout = 5000

/** Asks the thread to exit: terminating it from outside during a read can crash the whole process. */
async function endThread(ending: ExportThread): Promise<void> {
  if (thread === ending) thread = null
  const end: ThreadRequest = 'end'
  ending.worker.postMessage(end)
  await Promise.race([ending.ended, delay(terminationTimeout, undefined, { ref: false })])
  await ending.worker.terminate()
}

/**
 * Ends the thread before the database is closed, since nothing may read from it afterwards. Running exports are
 * aborted.
 */
export async function stopExportThread(): Promise<void> {
  if (thread) await endThread(thread)
}

const connections = new TurnQueue(maxExportConnections)
/** How long an export waits for a connection, in milliseconds. */
const connectionTimeout = 5000

/**
 * Waits for a connection to a database server; an embedded database has no limit of its own.
 * @returns a function that gives the connection back.
 * @throws HttpError 503 if all are in use for too long.
 */
async function acquireConnection({ engine }: DatabaseAddress, timeout: number): Promise<() => void> {
  if (engine === 'sqlite') return () => undefined
  const release = await connections.within(timeout)
  if (release) return release
  throw new HttpError(
    503,
    `${maxExportConnections} exports are being written. Try again when one of them has finished.`,
    { headers: { 'retry-after': '10' } },
  )
}

/**
 * Opens a snapshot in the export thread, so that writing an export does not block requests. On PostgreSQL, four exports
 * of a process are written at once.
 * @returns null if the thread cannot read; the caller then exports in its own thread, which reports the error.
 * @throws HttpError 503 if no export may begin in time. Source: docs/decisions/0054-several-processes.md.
 */
export async function startInThread(
  address: DatabaseAddress,
  kind: FileKind,
  timeout = connectionTimeout,
): Promise<StartedExport | null> {
  const release = await acquireConnection(address, timeout)
  const { worker, done } = acquireThread()
  const { port1: localPort, port2: port } = new MessageChannel()
  localPort.once('close', () => {
    done()
    release()
  })
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

/** A stream of the chunks that arrive over the port, requested as the stream is read, one chunk ahead. */
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
  // A stream that fails before anything reads it must not end the process.
  stream.on('error', () => undefined)
  requestNext()
  return stream
}
