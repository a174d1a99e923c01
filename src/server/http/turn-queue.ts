/** Limits concurrency; waiting calls run in the order of their arrival. */
export class TurnQueue {
  readonly #limit: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#limit = atOnce
  }

  /** Runs `work` when it is its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await work()
    } finally {
      this.#end()
    }
  }

  /**
   * Waits for a turn, but no longer than the given milliseconds.
   * @returns a function that ends the turn; false if it did not begin in time.
   */
  async within(milliseconds: number): Promise<(() => void) | false> {
    if (!this.isBusy) {
      this.#running += 1
      return () => this.#end()
    }
    return new Promise((resolve) => {
      const startNext = () => {
        clearTimeout(timer)
        resolve(() => this.#end())
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(startNext), 1)
        resolve(false)
      }, milliseconds)
      this.#waiting.push(startNext)
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
