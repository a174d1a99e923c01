/** Limits concurrency; waiting calls run in the order of their arrival. */
export class TurnQueue {
  readonly #limit: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#limit = atOnce
  }

  /**
   * Waits for a turn. @param signal leaves the queue: the call rejects with its reason.
   * @returns a function that ends the turn.
   */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.isBusy) await this.#wait(signal)
    else this.#running += 1
    return () => this.#end()
  }

  /** Runs `work` when it is its turn. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const end = await this.take(signal)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /**
   * Waits for a turn, but no longer than the given milliseconds.
   * @returns a function that ends the turn; false if it did not begin in time.
   */
  async within(milliseconds: number): Promise<(() => void) | false> {
    if (!this.isBusy) return this.take()
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), milliseconds)
    return this.take(late.signal)
      .catch(() => false as const)
      .finally(() => clearTimeout(timer))
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(start)
    })
  }

  /** Hands the turn to the next waiting call, so that a later call cannot get it first. */
  #end() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }

  /** The number of calls that have their turn, and of those that wait for it. */
  get lengths(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  /** Whether a new call would have to wait. */
  get isBusy(): boolean {
    return this.#running >= this.#limit
  }
}
