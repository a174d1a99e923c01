/** Lets at most so many go on at a time, the others in the order in which they came. */
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
   * Waits for a turn, but not longer than so many milliseconds.
   * @returns how to end it, false where it did not come in time.
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

  /** Whoever waits takes the place over, so that nobody who comes now gets it. */
  #end() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }

  /** Whether somebody who comes now has to wait. */
  get isBusy(): boolean {
    return this.#running >= this.#limit
  }
}
