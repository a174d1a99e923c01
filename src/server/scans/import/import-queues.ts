import type { Services } from '#server/http/services.ts'

/** Files read at once; the others wait. Source: docs/api.md#limits. */
const maxConcurrentReads = 4

/** Lets at most so many go on at a time, the others in the order in which they came. */
class Queue {
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

/** The files that are being read, and the imports that are being applied, of a service. */
export interface ImportQueues {
  reading: Queue
  applying: Queue
}

const queuesByServices = new WeakMap<Services, ImportQueues>()

/** The turns of a service, made when they are first asked for. */
export function importQueues(services: Services): ImportQueues {
  const known = queuesByServices.get(services) ?? {
    reading: new Queue(maxConcurrentReads),
    applying: new Queue(1),
  }
  queuesByServices.set(services, known)
  return known
}
