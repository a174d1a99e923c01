import { isMainThread, Worker } from 'node:worker_threads'

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
  const said = new Promise<T>((resolve, reject) => {
    const worker = new Worker(entry, { workerData: given, resourceLimits })
    const end = () => void worker.terminate()
    signal.addEventListener('abort', end)
    worker
      .once('message', resolve)
      .once('error', reject)
      .once('exit', () => {
        signal.removeEventListener('abort', end)
        reject(new Error('the thread ended without a result'))
      })
    if (signal.aborted) end()
    // A service that stops does not wait for it.
    worker.unref()
  })
  return said.then(gathered)
}

/**
 * Memory for a large array. In another thread it comes from the system and goes back there at once; what the allocator of
 * small things once had for a thread it keeps, holes and all.
 */
export const space = (bytes: number): ArrayBuffer =>
  isMainThread ? new ArrayBuffer(bytes) : new ArrayBuffer(bytes, { maxByteLength: bytes })

/**
 * Puts copies in the place of a value's typed arrays, and gives their own memory back. What a thread takes piece by piece
 * lies between pieces that it no longer needs, and the system gets those back only with all that is around them.
 */
export function gathered<T>(value: T): T {
  const left = buffersIn(value)
  gather(value)
  for (const buffer of left) buffer.transfer(0)
  return value
}

function gather(value: unknown) {
  if (typeof value !== 'object' || value === null) return
  // parse: whatever the object is, its own properties are read and set by their names.
  const parts = value as Record<string, unknown>
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof Uint8Array || part instanceof Uint16Array) parts[name] = part.slice()
    else if (part instanceof Uint32Array || part instanceof Int32Array) parts[name] = part.slice()
    else if (part instanceof Float64Array) parts[name] = part.slice()
    else gather(part)
  }
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
