import type { Route, TakenValue } from '../json/json-route.ts'
import type { ScanReport } from '../report/report.ts'
import type { ReadBudget } from './read-budget.ts'

export type ReaderOptions = {
  /** Keeps hashes of secrets from being guessed; the same for all scans of a service. */
  salt: string
  /** Wins over what the file itself calls its category. */
  category: string | null
  count: ResultCount
}

/** One scanner format: the parts of the document it wants, and the report once all of them came. */
export type Reader = {
  routes: ReadonlyMap<string, Route>
  /** `version` is the top-level key of that name, null where it is missing. */
  finish(version: string | null): Promise<ScanReport>
}

export const maxResults = 1_000_000

/** Past this many results, their average size must be one that a scanner would write. */
const manyResults = 50_000
const minAverageBytes = 100

/** Results read between two looks at the clock. */
const checkInterval = 64

/** Counts results over the whole file, and what the report takes of memory, and stops past the bounds. */
export class ResultCount {
  read = 0
  /** Texts that were to be made of parts of the file, and for which there was no room. */
  unfilled = 0
  #bytes = 0
  #memory = 0
  readonly #budget: ReadBudget

  constructor(budget: ReadBudget) {
    this.#budget = budget
  }

  add(value: TakenValue): void {
    this.#bytes += value.bytes.length
    const problem = this.countAnother()
    if (problem !== undefined) throw value.fault(problem)
  }

  /** Counts one more result of a value that was counted. Answers a sentence past the bounds. */
  countAnother(): string | undefined {
    if (this.read % checkInterval === 0) this.#budget.checkTime()
    if (++this.read > maxResults) return `the file contains more than ${maxResults} results`
    // A report takes far more memory than results of a few bytes.
    return this.read > manyResults && this.#bytes / this.read < minAverageBytes
      ? `the results are smaller than ${minAverageBytes} bytes on average, which no scanner writes`
      : undefined
  }

  /** @throws ReadFault where the file has taken all of its processor time. */
  checkTime(): void {
    this.#budget.checkTime()
  }

  /** Counts characters of a text that is made of parts of the file. Answers whether there is room for it. */
  mayAdd(characters: number): boolean {
    const may = this.#budget.mayAdd(characters)
    if (!may) this.unfilled += 1
    return may
  }

  /** Counts memory that the report keeps. @throws ReadFault where it is too much for what was read of the file. */
  keep(bytes: number): void {
    this.#memory += bytes
    this.#budget.checkMemory(this.#memory)
  }
}

/** Lets the service answer requests between pieces of long work. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
