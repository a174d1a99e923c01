import { setTimeout as pause } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { threadEntry } from '#server/thread.ts'
import type { Asked } from './messages.ts'

/** Files of this size at most are read by threads that stay for the next file. */
export const smallFile = 10 * 1024 * 1024
/** Heap of a thread for small files; one that fills it ends. Megabytes. Source: docs/api.md#limits. */
const heapForSmall = 64 + 4 * 10
/** How long a thread waits for the next file: to begin one takes longer than to read a small file. Milliseconds. */
const idleAtMost = 30_000
/** How long a thread that is asked to end may take, before it is ended. Milliseconds. */
const endsWithin = 5000

const idle: ReadingThread[] = []

/** A thread that reads one scan file at a time. */
export class ReadingThread {
  readonly #worker: Worker
  readonly #stays: boolean
  #end: NodeJS.Timeout | undefined
  /** Why it has ended; null while it runs. */
  #failure: Error | null = null
  #onFailure: (failure: Error) => void = () => undefined

  /** @param heap megabytes @param stays whether it waits for another file after its first */
  constructor({ entry = readerEntry(), heap, stays }: { entry?: URL; heap: number; stays: boolean }) {
    this.#stays = stays
    // Beside the heap it has little room: the runtime keeps what once was in use for threads to come.
    const resourceLimits = { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 16 }
    this.#worker = new Worker(entry, { name: 'scan files', resourceLimits })
    this.#worker.on('error', (error: Error) => this.#fail(error))
    this.#worker.once('exit', () => this.#fail(new Error('the thread of scan files ended')))
    // A service that stops does not wait for it.
    this.#worker.unref()
  }

  /** A thread for a file: one that waits, else a new one. @param heap megabytes; null for a file known to be small. */
  static take(heap: number | null): ReadingThread {
    if (heap !== null) return new ReadingThread({ heap, stays: false })
    const waiting = idle.pop()
    if (!waiting) return new ReadingThread({ heap: heapForSmall, stays: true })
    clearTimeout(waiting.#end)
    return waiting
  }

  /** Begins work. Gives the port over which it goes; `onFailure` is told where the thread ends before it is done. */
  ask(
    work: Exclude<Asked, 'end'> extends infer Each ? Omit<Each, 'port'> : never,
    onFailure: (failure: Error) => void,
  ): MessagePort {
    const { port1: ours, port2: port } = new MessageChannel()
    this.#onFailure = onFailure
    if (this.#failure) onFailure(this.#failure)
    else this.#worker.postMessage({ ...work, port }, [port])
    return ours
  }

  /** Processor time that it has taken in all, milliseconds. */
  async processorTime(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage()
    return (user + system) / 1000
  }

  /** Says that its work is done: it waits for more, or ends. */
  done(): void {
    this.#onFailure = () => undefined
    if (this.#failure) return
    if (!this.#stays) return void this.#askToEnd()
    idle.push(this)
    this.#end = setTimeout(() => {
      idle.splice(idle.indexOf(this), 1)
      void this.#askToEnd()
    }, idleAtMost).unref()
  }

  /** Ends it amid its work. */
  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  /** Asks it to end: a thread that is ended from outside while it reads can take the whole process with it. */
  async #askToEnd(): Promise<void> {
    const end: Asked = 'end'
    this.#worker.postMessage(end)
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    await Promise.race([ended, pause(endsWithin, undefined, { ref: false })])
    await this.#worker.terminate()
  }

  #fail(failure: Error) {
    this.#failure ??= failure
    const at = idle.indexOf(this)
    if (at >= 0) idle.splice(at, 1)
    clearTimeout(this.#end)
    this.#onFailure(this.#failure)
  }
}

const readerEntry = () => threadEntry(import.meta.url, './worker.ts', './scan-reader.js')
