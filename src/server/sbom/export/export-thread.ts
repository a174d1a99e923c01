import { Worker } from 'node:worker_threads'
import type { DatabaseAddress } from '#server/db/database.ts'
import { failureOf } from '#server/db/engine.ts'
import { ExportFault } from '../content/content.ts'
import type { ExportedContent, Task, WrittenExport } from './create-export.ts'

/** A message of the thread: what it read, then the result or a fault. */
export type ThreadMessage = { read: ExportedContent } | { made: WrittenExport } | { fault: string }

/** The request to the thread. */
export interface ThreadRequest {
  /** The database. */
  address: DatabaseAddress
  task: Task
}

/** A longer attempt is aborted, so that every export ends. In milliseconds. */
const maxTime = 10 * 60_000
/**
 * How long an idle thread waits for the next export, in milliseconds: loading the library takes longer than a small
 * export.
 */
const maxIdleTime = 30_000
/**
 * Heap size in megabytes, enough for 100,000 components. An export that needs more fails without affecting the service.
 */
const maxMemory = 1024

/** The idle thread, and the timer that ends it. */
let idleWorker: { worker: Worker; timer: NodeJS.Timeout } | null = null

function acquireWorker(): Worker {
  if (idleWorker !== null) {
    const { worker, timer } = idleWorker
    clearTimeout(timer)
    idleWorker = null
    return worker
  }
  // The packed package has one file for each entry of the build.
  const entry = import.meta.url.endsWith('.ts') ? './worker.ts' : './sbom-worker.js'
  const resourceLimits = { maxOldGenerationSizeMb: maxMemory }
  const worker = new Worker(new URL(entry, import.meta.url), { resourceLimits })
  worker.once('exit', () => {
    if (idleWorker?.worker === worker) idleWorker = null
  })
  // A thread that fails while idle needs no further handling.
  worker.on('error', () => undefined)
  // The thread must not keep a stopping service alive: the export continues at the next start.
  worker.unref()
  return worker
}

function releaseWorker(worker: Worker): void {
  if (idleWorker !== null) return void worker.terminate()
  const timer = setTimeout(() => void worker.terminate(), maxIdleTime)
  timer.unref()
  idleWorker = { worker, timer }
}

/** Creates an export in another thread, so that the service keeps responding. */
export function createExportInThread(
  address: DatabaseAddress,
  task: Task,
  onContentRead: (read: ExportedContent) => void,
): Promise<WrittenExport> {
  return new Promise((resolve, reject) => {
    const worker = acquireWorker()
    const timeout = setTimeout(
      () => fail(new ExportFault('The export took longer than ten minutes.')),
      maxTime,
    )
    timeout.unref()
    function cleanUp() {
      clearTimeout(timeout)
      worker.off('message', handleMessage).off('error', onError).off('exit', onExit)
    }
    function fail(error: Error) {
      cleanUp()
      reject(error)
      void worker.terminate()
    }
    function handleMessage(message: ThreadMessage) {
      if ('read' in message) return onContentRead(message.read)
      cleanUp()
      releaseWorker(worker)
      if ('made' in message) resolve(message.made)
      else reject(new ExportFault(message.fault))
    }
    const onError = (error: unknown) => fail(new ExportFault(errorMessage(error)))
    const onExit = () => fail(new ExportFault('The export ended without a result. Try again.'))
    worker.on('message', handleMessage).on('error', onError).on('exit', onExit)
    const request: ThreadRequest = { address, task }
    worker.postMessage(request)
  })
}

/** The message of an error for people, without internal details. */
export function errorMessage(error: unknown): string {
  if (error instanceof ExportFault) return error.message
  const reason = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (reason === 'ENOSPC' || failureOf(error) === 'disk_full') return 'The disk is full. Nothing was written.'
  if (reason === 'ERR_WORKER_OUT_OF_MEMORY') return 'There is not enough memory for a file of this size.'
  if (/^E[A-Z]+$/.test(reason)) return `The file could not be written (${reason}).`
  return 'The export failed because of an internal error. Try again.'
}
