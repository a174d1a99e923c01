import type { Services } from '#server/http/services.ts'

/** Files read at once; the others wait. Source: docs/api.md#limits. */
const readAtOnce = 4

/** Lets at most so many go on at a time, the others in the order in which they came. */
class Turns {
  readonly #atOnce: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#atOnce = atOnce
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
      const begin = () => {
        clearTimeout(timer)
        resolve(() => this.#end())
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1)
        resolve(false)
      }, milliseconds)
      this.#waiting.push(begin)
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
    return this.#running >= this.#atOnce
  }
}

/** The files that are being read, and the imports that are being applied, of a service. */
export interface ImportTurns {
  reading: Turns
  applying: Turns
}

const turns = new WeakMap<Services, ImportTurns>()

/** The turns of a service, made when they are first asked for. */
export function importTurns(services: Services): ImportTurns {
  const known = turns.get(services) ?? { reading: new Turns(readAtOnce), applying: new Turns(1) }
  turns.set(services, known)
  return known
}
