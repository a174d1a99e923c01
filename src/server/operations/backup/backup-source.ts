import type { Manifest } from './manifest.ts'

/** A database that is backed up, with the files that it refers to. */
export interface BackupSource {
  engine: Manifest['source']
  /** The size of the database, which the copy has at most. */
  bytes: number
  /**
   * Copies the database to a folder as an embedded one, and then the files that it refers to.
   * @param onProgress called with the completed share of the database, from 0 to 1.
   * @returns the names of the files, in the folder.
   */
  copyTo(copies: string, onProgress: (share: number) => void): Promise<string[]>
}
