import type { Route, TakenValue } from '../json/json-route.ts'
import type { ScanReport } from '../report/report.ts'
import type { ReadBudget } from './read-budget.ts'

export type ReaderOptions = {
  /** Salt of the hashes of secrets, so that they cannot be guessed; the same for all scans of a service. */
  salt: string
  /** Overrides the category in the file. */
  category: string | null
  /** Where the files were checked out, as a URI or a path; null if the sender does not say. */
  checkout: string | null
  count: ResultCount
}

/** A reader of one scanner format: the parts of the document it requests, and the report once all of them were read. */
export type Reader = {
  routes: ReadonlyMap<string, Route>
  /** The route of each element of a document that is a list; missing if the format has no such documents. */
  elements?: Route
  /** Whether such a document may come in pages: several lists, one after the other or in a list. */
  hasPages?: boolean
  /** The route of each further document of JSON lines; missing if the format has no lines. */
  lines?: Route
  /** Lists that repeat what is read elsewhere, by the keys that lead to them: `remediation.unresolved`. */
  repeats?: readonly string[]
  /** `version` is the top-level key of that name, null where it is missing. */
  finish(version: string | null): Promise<ScanReport>
}

export const maxResults = 1_000_000

/** Above this many results, their average size must be plausible for a scanner. */
const manyResults = 50_000
const minAverageBytes = 100

/** Results between two checks of the time. */
const checkInterval = 64

/** Counts the results of the whole file and the memory of the report, and stops at the limits. */
export class ResultCount {
  read = 0
  /** Texts composed of parts of the file that were not filled in because of the limit. */
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

  /** Counts one more result of a value that was counted. Returns a sentence if a limit is exceeded. */
  countAnother(): string | undefined {
    if (this.read % checkInterval === 0) this.#budget.checkTime()
    if (++this.read > maxResults) return `the file contains more than ${maxResults} results`
    // In memory, results of a few bytes take far more than in the file.
    return this.read > manyResults && this.#bytes / this.read < minAverageBytes
      ? `the results are smaller than ${minAverageBytes} bytes on average, which no scanner writes`
      : undefined
  }

  /** @throws ReadFault if the CPU time limit of the file is exceeded. */
  checkTime(): void {
    this.#budget.checkTime()
  }

  /** Counts characters of a text that is composed of parts of the file. Returns whether it fits the limit. */
  mayAdd(characters: number): boolean {
    const may = this.#budget.mayAdd(characters)
    if (!may) this.unfilled += 1
    return may
  }

  /** Counts memory of the report. @throws ReadFault if it exceeds the limit for the bytes read so far. */
  keep(bytes: number): void {
    this.#memory += bytes
    this.#budget.checkMemory(this.#memory)
  }
}

/** Lets the service answer requests between pieces of long work. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
