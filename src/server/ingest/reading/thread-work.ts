import type { MessagePort } from 'node:worker_threads'
import { memoryExceeded } from '../input/read-budget.ts'
import type { ReadingThread } from './reading-thread.ts'

/** A thread is asked for the time it took this often. Milliseconds. */
const watchInterval = 500

/** One piece of work of a thread: the port over which it goes, and what becomes of it. */
export class ThreadWork<Sent, Received, Result> {
  readonly #thread: ReadingThread
  readonly #port: MessagePort
  readonly #result = Promise.withResolvers<Result>()
  readonly #onEnd: () => void
  #isOver = false

  /** @param onMessage takes what the thread says. @param onEnd is called once it is done or has failed. */
  constructor(
    thread: ReadingThread,
    request: Parameters<ReadingThread['ask']>[0],
    onMessage: (text: Received) => void,
    onEnd: () => void = () => undefined,
  ) {
    this.#thread = thread
    this.#onEnd = onEnd
    // It is waited for at the end, and may fail long before.
    this.#result.promise.catch(() => undefined)
    this.#port = thread.ask(request, (failure) => this.fail(failureOf(failure)))
    this.#port.on('message', onMessage)
  }

  /** What came of it. Rejects with what `fail` was given, or why the thread ended. */
  get result(): Promise<Result> {
    return this.#result.promise
  }

  get isOver(): boolean {
    return this.#isOver
  }

  send(message: Sent, transferred: ArrayBuffer[] = []): void {
    if (!this.#isOver) this.#port.postMessage(message, transferred)
  }

  done(result: Result): void {
    this.#end(() => this.#result.resolve(result))
  }

  fail(error: Error): void {
    this.#end(() => this.#result.reject(error))
  }

  /**
   * Ends the thread where it takes too much processor time.
   * @param limit milliseconds, asked again and again. @param fault what the work fails with then.
   * @returns how to stop watching.
   */
  watch(limit: () => number, fault: () => Error): () => void {
    const thread = this.#thread
    const startTime = thread.processorTime().catch(() => 0)
    const timer = setInterval(async () => {
      const time = await thread.processorTime().catch(() => 0)
      if (this.#isOver || time - (await startTime) < limit()) return
      this.fail(fault())
      await thread.stop()
    }, watchInterval).unref()
    return () => clearInterval(timer)
  }

  #end(settle: () => void) {
    if (this.#isOver) return
    this.#isOver = true
    settle()
    this.#onEnd()
    this.#port.close()
    this.#thread.done()
  }
}

const failureOf = (failure: Error) =>
  'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryExceeded() : failure
