import type { Readable } from 'node:stream'
import type { Config } from '#server/base/config/config.ts'
import type { Database, Writer } from '#server/db/database.ts'

/** The export that a file belongs to. */
export interface FileOwner {
  /** 0 if it is not known. */
  deployment_id: number
  /** Contains no special path characters. */
  task_token: string
}

/** Where the files of exports are kept, for downloads by any process. */
export interface ExportStorage {
  /** Where this process writes the file of an export before it is stored. */
  pathOf(owner: FileOwner): string
  /** Stores the complete file at `pathOf`. @throws ExportFault with a reason for people */
  store(owner: FileOwner): Promise<void>
  /** The stored file; null if there is none. @throws HttpError 503 if it cannot be read now */
  read(owner: FileOwner): Promise<Readable | null>
  /**
   * Deletes the file, stored or not, and an incomplete one left by a crash. It may take long, so not within a transaction.
   * @throws HttpError 503 if it cannot be deleted now.
   */
  remove(owner: FileOwner): Promise<void>
  /** The exports that have a file, complete or not. @throws HttpError 503 if they are not known now */
  list(): Promise<FileOwner[]>
}

/** Where files are kept, and where this process writes them before. */
export type StorageConfig = Pick<Config, 'dataFolder' | 'exportStorage'>

/** What a storage needs of a service: its configuration, and a way to read and write rows. */
export interface StorageServices {
  readonly config: StorageConfig
  readonly database: Pick<Database, 'read'>
  record<T>(work: (transaction: Writer) => Promise<T>): Promise<T>
}
