import { Worker } from 'node:worker_threads'
import type { DatabaseAddress } from '#server/db/database.ts'
import { failureOf } from '#server/db/engine.ts'
import { ExportFault } from './content.ts'
import type { Described, Made, Task } from './make.ts'

/** What the other thread says: what it read, then what it made or why it could not. */
export type Said = { read: Described } | { made: Made } | { fault: string }

/** What the other thread is asked. */
export interface Asked {
  /** The database. */
  address: DatabaseAddress
  task: Task
}

/** An attempt that takes longer is broken off, so that every export has an end. Milliseconds. */
const timeAtMost = 10 * 60_000
/** How long a thread waits for the next export: to load the library anew takes longer than a small one. Milliseconds. */
const idleAtMost = 30_000
/** Enough for 100,000 components. An export that needs more fails, and not the service. Megabytes. */
const memoryAtMost = 1024

/** The thread that has nothing to do, and the timer of its end. */
let idle: { worker: Worker; timer: NodeJS.Timeout } | null = null

function takeWorker(): Worker {
  if (idle !== null) {
    const { worker, timer } = idle
    clearTimeout(timer)
    idle = null
    return worker
  }
  // In the packed package there is one file for each entry of the build.
  const entry = import.meta.url.endsWith('.ts') ? './worker.ts' : './sbom-worker.js'
  const resourceLimits = { maxOldGenerationSizeMb: memoryAtMost }
  const worker = new Worker(new URL(entry, import.meta.url), { resourceLimits })
  worker.once('exit', () => {
    if (idle?.worker === worker) idle = null
  })
  // One that fails while it is idle is gone, and that is all.
  worker.on('error', () => undefined)
  // A service that stops does not wait for it: the export goes on at the next start.
  worker.unref()
  return worker
}

function keepWorker(worker: Worker): void {
  if (idle !== null) return void worker.terminate()
  const timer = setTimeout(() => void worker.terminate(), idleAtMost)
  timer.unref()
  idle = { worker, timer }
}

/** Makes an export in a thread of its own, so that the service goes on answering. */
export function inThread(
  address: DatabaseAddress,
  task: Task,
  tell: (read: Described) => void,
): Promise<Made> {
  return new Promise((resolve, reject) => {
    const worker = takeWorker()
    const late = setTimeout(
      () => broken(new ExportFault('The export took longer than ten minutes.')),
      timeAtMost,
    )
    late.unref()
    function leave() {
      clearTimeout(late)
      worker.off('message', heard).off('error', failed).off('exit', ended)
    }
    function broken(error: Error) {
      leave()
      reject(error)
      void worker.terminate()
    }
    function heard(said: Said) {
      if ('read' in said) return tell(said.read)
      leave()
      keepWorker(worker)
      if ('made' in said) resolve(said.made)
      else reject(new ExportFault(said.fault))
    }
    const failed = (error: unknown) => broken(new ExportFault(wordsOf(error)))
    const ended = () => broken(new ExportFault('The export ended without a result. Try again.'))
    worker.on('message', heard).on('error', failed).on('exit', ended)
    const asked: Asked = { address, task }
    worker.postMessage(asked)
  })
}

/** What a person is told of an error; the inner workings are no concern of theirs. */
export function wordsOf(error: unknown): string {
  if (error instanceof ExportFault) return error.message
  const reason = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (reason === 'ENOSPC' || failureOf(error) === 'disk_full') return 'The disk is full. Nothing was written.'
  if (reason === 'ERR_WORKER_OUT_OF_MEMORY') return 'There is not enough memory for a file of this size.'
  if (/^E[A-Z]+$/.test(reason)) return `The file could not be written (${reason}).`
  return 'The export failed because of an internal error. Try again.'
}
