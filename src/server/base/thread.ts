import { isMainThread, Worker } from 'node:worker_threads'

/** The URL of a thread's module: next to its caller in the sources, and a separate file for each entry in the build. */
export function threadEntry(callerUrl: string, source: string, built: string): URL {
  return new URL(callerUrl.endsWith('.ts') ? source : built, callerUrl)
}

/**
 * Memory limits of short-lived threads, in megabytes. The runtime keeps memory that was once used for later threads,
 * and 48 MB for each young generation is as much as an idle service needs in total.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

/**
 * Runs a module in a thread that ends with its result. The thread's memory is released with it, and other work is not
 * blocked meanwhile.
 * @param workerData passed to the thread as `workerData`
 * @param onProgress called with the messages before its result, which `Progress` wraps
 * @returns its result; rejects with its error, or if `signal` aborted it.
 */
export function inThread<T, P = never>(
  entry: URL,
  workerData: object,
  signal: AbortSignal,
  onProgress?: (progress: P) => void,
): Promise<T> {
  const result = new Promise<T>((resolve, reject) => {
    const worker = new Worker(entry, { workerData: workerData, resourceLimits })
    const end = () => void worker.terminate()
    signal.addEventListener('abort', end)
    worker
      .on('message', (message: T | Progress<P>) => {
        if (isProgress(message)) onProgress?.(message.progress)
        else resolve(message)
      })
      .once('error', reject)
      .once('exit', () => {
        signal.removeEventListener('abort', end)
        reject(new Error('the thread ended without a result'))
      })
    if (signal.aborted) end()
    // The thread must not keep a stopping service alive.
    worker.unref()
  })
  return result.then(compactBuffers)
}

/** Keeps the process alive until work in a thread has ended, since a thread alone does not. */
export async function keepAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 60_000)
  return work.finally(() => clearInterval(timer))
}

/** A message of a thread before its result. */
export interface Progress<P> {
  progress: P
}

const isProgress = <T, P>(message: T | Progress<P>): message is Progress<P> =>
  typeof message === 'object' && message !== null && 'progress' in message

/**
 * Allocates memory for a large array. In another thread it is allocated by the system and returned at once, whereas the
 * allocator for small objects keeps fragmented memory of a thread.
 */
export const allocateBuffer = (bytes: number): ArrayBuffer =>
  isMainThread ? new ArrayBuffer(bytes) : new ArrayBuffer(bytes, { maxByteLength: bytes })

/**
 * Replaces a value's typed arrays with copies, and releases their memory. Memory that a thread allocates piece by piece
 * lies between unused pieces, and can only be returned to the system together with them.
 */
export function compactBuffers<T>(value: T): T {
  const sourceBuffers = buffersIn(value)
  compactValue(value)
  for (const buffer of sourceBuffers) buffer.transfer(0)
  return value
}

function compactValue(value: unknown) {
  if (typeof value !== 'object' || value === null) return
  // parse: for any type of object, its own properties are read and set by name.
  const parts = value as Record<string, unknown>
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof Uint8Array || part instanceof Uint16Array) parts[name] = part.slice()
    else if (part instanceof Uint32Array || part instanceof Int32Array) parts[name] = part.slice()
    else if (part instanceof Float64Array) parts[name] = part.slice()
    else compactValue(part)
  }
}

/** The buffers of the typed arrays in a value, once each, to be transferred instead of copied. */
export function buffersIn(value: unknown, buffers = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer)
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersIn(part, buffers)
  }
  return [...buffers]
}
