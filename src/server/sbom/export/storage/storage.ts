import type { Readable } from 'node:stream'

/** The export that a file belongs to. */
export interface FileOwner {
  deployment_id: number
  /** Contains no special path characters. */
  task_token: string
}

/** Where the files of exports are kept, for downloads by any process. */
export interface ExportStorage {
  /** Where this process writes the file of an export before it is stored. */
  pathOf(owner: FileOwner): string
  /** Stores the complete file at `pathOf`. */
  store(owner: FileOwner): Promise<void>
  /** The stored file; null if there is none. */
  read(owner: FileOwner): Promise<Readable | null>
  /** Deletes the file, stored or not, and an incomplete one left by a crash. */
  remove(owner: FileOwner): Promise<void>
  /** The tokens of exports that have a file, complete or not. */
  list(): Promise<string[]>
}
