import { Worker } from 'node:worker_threads'
import { ExportFault } from './content.ts'
import type { Described, Made, Task } from './make.ts'

/** What the other thread says: what it read, then what it made or why it could not. */
export type Said = { read: Described } | { made: Made } | { fault: string }

/** An attempt that takes longer is broken off, so that every export has an end. Milliseconds. */
const timeAtMost = 10 * 60_000

/** Makes an export in a thread of its own, so that the service goes on answering. */
export function inThread(file: string, task: Task, tell: (read: Described) => void): Promise<Made> {
  return new Promise((resolve, reject) => {
    // In the packed package there is one file for each entry of the build.
    const entry = import.meta.url.endsWith('.ts') ? './worker.ts' : './sbom-worker.js'
    const worker = new Worker(new URL(entry, import.meta.url), { workerData: { file, task } })
    // A service that stops does not wait for it: the export goes on at the next start.
    worker.unref()
    const late = setTimeout(() => end(new ExportFault('It took longer than ten minutes.')), timeAtMost)
    late.unref()
    function end(error: Error) {
      clearTimeout(late)
      reject(error)
      void worker.terminate()
    }
    worker.on('message', (said: Said) => {
      if ('read' in said) tell(said.read)
      else if ('made' in said) {
        clearTimeout(late)
        resolve(said.made)
      } else end(new ExportFault(said.fault))
    })
    worker.on('error', (error) => end(new ExportFault(wordsOf(error))))
    worker.on('exit', () => end(new ExportFault('The export ended without a result. Trying again may help.')))
  })
}

/** What a person is told of an error; the inner workings are no concern of theirs. */
export function wordsOf(error: unknown): string {
  if (error instanceof ExportFault) return error.message
  const reason = error instanceof Error && 'code' in error ? String(error.code) : ''
  const database =
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
      ? error.errcode & 0xff
      : 0
  // SQLite: full 13. Source: SQLite, "Result and Error Codes".
  if (reason === 'ENOSPC' || database === 13) return 'The disk is full. Nothing was written.'
  if (reason === 'ERR_WORKER_OUT_OF_MEMORY') return 'There is not enough memory for so large a file.'
  if (/^E[A-Z]+$/.test(reason)) return `The file could not be written (${reason}).`
  return 'The export failed inside the service. Trying again may help.'
}
