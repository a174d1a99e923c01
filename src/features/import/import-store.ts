import type { ApiError } from '#api/http/errors.ts'
import type { CreateScanAnswer } from '#contract/responses/scans.ts'
import type { ImportStep } from './import-run.ts'
import type { Inspected } from './inspect-file.ts'

/** A file that was chosen. */
export interface ChosenFile {
  id: number
  file: File
  /** Undefined while it is being inspected. */
  inspected: Inspected | undefined
  /** Why the service refused it. */
  error?: ApiError | undefined
}

/** What was imported, and where it is. */
export interface Imported {
  scan: CreateScanAnswer
  deployment: string
  files: number
}

/** The state of an upload on a page. It outlives the page: what is being sent goes on while a person looks elsewhere. */
export interface ImportState {
  files: readonly ChosenFile[]
  /** What a person typed; undefined where the files' own words stand. */
  project: string | undefined
  branch: string | undefined
  step: ImportStep | undefined
  /** Why the whole failed, not one of its files. */
  failure: ApiError | undefined
  done: Imported | undefined
}

const empty: ImportState = {
  files: [],
  project: undefined,
  branch: undefined,
  step: undefined,
  failure: undefined,
  done: undefined,
}

/** Holds the state of one upload, apart from what shows it. */
export class ImportStore {
  #state = empty
  #running: AbortController | undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): ImportState => this.#state

  /** Whether a page shows it now. */
  get isShown(): boolean {
    return this.#listeners.size > 0
  }

  change(change: Partial<ImportState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  changeFile(id: number, change: Partial<ChosenFile>): void {
    this.change({
      files: this.#state.files.map((file) => (file.id === id ? { ...file, ...change } : file)),
    })
  }

  /** Begins an import, which `cancel` ends. */
  begin(): AbortSignal {
    this.#running = new AbortController()
    return this.#running.signal
  }

  cancel(): void {
    this.#running?.abort()
  }

  reset(): void {
    this.change(empty)
  }
}

const stores = new Map<string, ImportStore>()

/** The upload of a page, by what the page is of. */
export function importStore(key: string): ImportStore {
  const store = stores.get(key) ?? new ImportStore()
  stores.set(key, store)
  return store
}
