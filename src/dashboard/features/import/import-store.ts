import type { ApiError } from '#api/http/errors.ts'
import type { CreateScanAnswer } from '#contract/responses/scans.ts'
import type { ImportStep } from './import-run.ts'
import type { Inspected } from './inspect-file.ts'

/** A chosen file. */
export interface ChosenFile {
  id: number
  file: File
  /** Undefined while it is being inspected. */
  inspected: Inspected | undefined
  /** Why the service rejected it. */
  error?: ApiError | undefined
}

/** The imported scan and its location. */
export interface Imported {
  scan: CreateScanAnswer
  deployment: string
  files: number
}

/** The state of an upload on a page. It outlives the page: the upload continues while the person is on another page. */
export interface ImportState {
  files: readonly ChosenFile[]
  /** The value that a person typed; undefined to use the value from the files. */
  project: string | undefined
  branch: string | undefined
  step: ImportStep | undefined
  /** Why the whole import failed, rather than one of its files. */
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

/** Holds the state of one upload, independent of the components that show it. */
export class ImportStore {
  #state = empty
  #running: AbortController | undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): ImportState => this.#state

  /** Whether a mounted page shows it. */
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

  /** Starts an import, which `cancel` aborts. */
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

/** Returns the upload of a page, by the subject of the page. */
export function importStore(key: string): ImportStore {
  const store = stores.get(key) ?? new ImportStore()
  stores.set(key, store)
  return store
}
