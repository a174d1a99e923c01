import type { MessagePort } from 'node:worker_threads'
import { memoryExceeded } from '#server/reports/input/read-budget.ts'
import type { ReadingThread } from './reading-thread.ts'

/** How often the CPU time of a thread is checked, in milliseconds. */
const watchInterval = 500

/** One piece of work of a thread: its port, and its result. */
export class ThreadWork<Sent, Received, Result> {
  readonly #thread: ReadingThread
  readonly #port: MessagePort
  readonly #result = Promise.withResolvers<Result>()
  readonly #onEnd: () => void
  #isOver = false

  /** @param onMessage handles messages of the thread. @param onEnd is called when the work is done or has failed. */
  constructor(
    thread: ReadingThread,
    request: Parameters<ReadingThread['ask']>[0],
    onMessage: (text: Received) => void,
    onEnd: () => void = () => undefined,
  ) {
    this.#thread = thread
    this.#onEnd = onEnd
    // The result is awaited at the end, and may be rejected long before.
    this.#result.promise.catch(() => undefined)
    this.#port = thread.ask(request, (failure) => this.fail(failureOf(failure)))
    this.#port.on('message', onMessage)
  }

  /** The result. Rejects with the error passed to `fail`, or the reason why the thread ended. */
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
   * Ends the thread if it takes too much CPU time.
   * @param limit milliseconds, read at each check.
   * @param fault the error of the work in that case.
   * @returns a function that stops the checks.
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
