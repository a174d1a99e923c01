import { setTimeout as delay } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { threadEntry } from '#server/base/thread.ts'
import type { ReadRequest } from './messages.ts'

/** Heap size of a thread for small files, in megabytes; a thread that exceeds it ends. Source: docs/api.md#limits. */
const smallFileHeap = 64 + 4 * 10
/**
 * How long an idle thread waits for the next file, in milliseconds: starting a thread takes longer than reading a small
 * file.
 */
const maxIdleTime = 30_000
/** How long a thread may take to exit on request before it is terminated, in milliseconds. */
const terminationTimeout = 5000

const idleThreads: ReadingThread[] = []

/** A thread that reads one scan file at a time. */
export class ReadingThread {
  readonly #worker: Worker
  readonly #isReusable: boolean
  #end: NodeJS.Timeout | undefined
  /** Why the thread has ended; null while it runs. */
  #failure: Error | null = null
  #onFailure: (failure: Error) => void = () => undefined

  /** @param heap megabytes @param isReusable whether it waits for another file after its first */
  constructor({
    entry = readerEntry(),
    heap,
    isReusable,
  }: { entry?: URL; heap: number; isReusable: boolean }) {
    this.#isReusable = isReusable
    // Other memory limits are small, because the runtime keeps memory that was once used for later threads.
    const resourceLimits = { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 16 }
    this.#worker = new Worker(entry, { name: 'scan files', resourceLimits })
    this.#worker.on('error', (error: Error) => this.#fail(error))
    this.#worker.once('exit', () => this.#fail(new Error('the thread of scan files ended')))
    // The thread must not keep a stopping service alive.
    this.#worker.unref()
  }

  /**
   * Returns a thread for a file: an idle one, else a new one. @param heap megabytes; null for a file known to be small.
   */
  static acquire(heap: number | null): ReadingThread {
    if (heap !== null) return new ReadingThread({ heap, isReusable: false })
    const waiting = idleThreads.pop()
    if (!waiting) return new ReadingThread({ heap: smallFileHeap, isReusable: true })
    clearTimeout(waiting.#end)
    return waiting
  }

  /** Starts work and returns the port for it; `onFailure` is called if the thread ends before the work is done. */
  ask(
    work: Exclude<ReadRequest, 'end'> extends infer Each ? Omit<Each, 'port'> : never,
    onFailure: (failure: Error) => void,
  ): MessagePort {
    const { port1: localPort, port2: port } = new MessageChannel()
    this.#onFailure = onFailure
    if (this.#failure) onFailure(this.#failure)
    else this.#worker.postMessage({ ...work, port }, [port])
    return localPort
  }

  /** CPU time of the thread in total, milliseconds. */
  async processorTime(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage()
    return (user + system) / 1000
  }

  /** Marks its work as done: it waits for more, or ends. */
  done(): void {
    this.#onFailure = () => undefined
    if (this.#failure) return
    if (!this.#isReusable) return void this.#askToEnd()
    idleThreads.push(this)
    this.#end = setTimeout(() => {
      idleThreads.splice(idleThreads.indexOf(this), 1)
      void this.#askToEnd()
    }, maxIdleTime).unref()
  }

  /** Ends the thread during its work. */
  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  /** Asks the thread to exit: terminating it from outside during a read can crash the whole process. */
  async #askToEnd(): Promise<void> {
    const end: ReadRequest = 'end'
    this.#worker.postMessage(end)
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    await Promise.race([ended, delay(terminationTimeout, undefined, { ref: false })])
    await this.#worker.terminate()
  }

  #fail(failure: Error) {
    this.#failure ??= failure
    const at = idleThreads.indexOf(this)
    if (at >= 0) idleThreads.splice(at, 1)
    clearTimeout(this.#end)
    this.#onFailure(this.#failure)
  }
}

const readerEntry = () => threadEntry(import.meta.url, './worker.ts', './scan-reader.js')
