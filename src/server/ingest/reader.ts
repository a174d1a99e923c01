import type { Route, TakenValue } from './json-route.ts'
import type { ScanReport } from './report.ts'

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

/** Counts results over the whole file and stops past the bound. */
export class ResultCount {
  read = 0

  add(value: TakenValue): void {
    if (++this.read > maxResults) throw value.fault(`the file holds more than ${maxResults} results`)
  }
}

/** Lets the service answer requests between pieces of long work. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
