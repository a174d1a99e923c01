import { Worker } from 'node:worker_threads'

/** Names the module of a thread: beside who asks for it, and in the build a file for each entry. */
export function threadEntry(asker: string, source: string, built: string): URL {
  return new URL(asker.endsWith('.ts') ? source : built, asker)
}

/**
 * What lives shortly in a thread has little room: the runtime keeps the memory of all that once was in use for threads to
 * come, and 48 MB for each young generation is as much as a service at rest needs in all. Megabytes.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

/**
 * Runs a module in a thread of its own that ends with its one message. What it left behind goes with it, and nobody waits
 * for it meanwhile.
 * @param given what it finds as `workerData`
 * @returns what it said; rejects with what went wrong there, or where `signal` ended it.
 */
export function inThread<T>(entry: URL, given: object, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(entry, { workerData: given, resourceLimits })
    const end = () => void worker.terminate()
    signal.addEventListener('abort', end)
    worker
      // parse: each module says what its own code declares.
      .once('message', (said: T) => resolve(said))
      .once('error', reject)
      .once('exit', () => {
        signal.removeEventListener('abort', end)
        reject(new Error('the thread ended without a result'))
      })
    if (signal.aborted) end()
    // A service that stops does not wait for it.
    worker.unref()
  })
}

/** The memory of the typed arrays in a value, once each, to be handed over and not copied. */
export function buffersIn(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer)
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersIn(part, found)
  }
  return [...found]
}
