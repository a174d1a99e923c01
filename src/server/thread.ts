import { isMainThread, Worker } from 'node:worker_threads'

/** Names the module of a thread: beside who asks for it, and in the build a file for each entry. */
export function threadEntry(callerUrl: string, source: string, built: string): URL {
  return new URL(callerUrl.endsWith('.ts') ? source : built, callerUrl)
}

/**
 * What lives shortly in a thread has little room: the runtime keeps the memory of all that once was in use for threads to
 * come, and 48 MB for each young generation is as much as a service at rest needs in all. Megabytes.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

/**
 * Runs a module in a thread of its own that ends with its result. What it left behind goes with it, and nobody waits
 * for it meanwhile.
 * @param workerData what it finds as `workerData`
 * @param onProgress called with what it says before its result, which `Progress` wraps
 * @returns what it said; rejects with what went wrong there, or where `signal` ended it.
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
    // A service that stops does not wait for it.
    worker.unref()
  })
  return result.then(compactBuffers)
}

/** Keeps the process alive until something in a thread has ended, where nothing else does: a thread alone does not. */
export async function keepAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 60_000)
  return work.finally(() => clearInterval(timer))
}

/** What a thread says before its result. */
export interface Progress<P> {
  progress: P
}

const isProgress = <T, P>(message: T | Progress<P>): message is Progress<P> =>
  typeof message === 'object' && message !== null && 'progress' in message

/**
 * Memory for a large array. In another thread it comes from the system and goes back there at once; what the allocator of
 * small things once had for a thread it keeps, holes and all.
 */
export const allocateBuffer = (bytes: number): ArrayBuffer =>
  isMainThread ? new ArrayBuffer(bytes) : new ArrayBuffer(bytes, { maxByteLength: bytes })

/**
 * Puts copies in the place of a value's typed arrays, and gives their own memory back. What a thread takes piece by piece
 * lies between pieces that it no longer needs, and the system gets those back only with all that is around them.
 */
export function compactBuffers<T>(value: T): T {
  const sourceBuffers = buffersIn(value)
  compactValue(value)
  for (const buffer of sourceBuffers) buffer.transfer(0)
  return value
}

function compactValue(value: unknown) {
  if (typeof value !== 'object' || value === null) return
  // parse: whatever the object is, its own properties are read and set by their names.
  const parts = value as Record<string, unknown>
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof Uint8Array || part instanceof Uint16Array) parts[name] = part.slice()
    else if (part instanceof Uint32Array || part instanceof Int32Array) parts[name] = part.slice()
    else if (part instanceof Float64Array) parts[name] = part.slice()
    else compactValue(part)
  }
}

/** The memory of the typed arrays in a value, once each, to be handed over and not copied. */
export function buffersIn(value: unknown, buffers = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer)
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersIn(part, buffers)
  }
  return [...buffers]
}
