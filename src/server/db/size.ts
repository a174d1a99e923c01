import { statSync } from 'node:fs'
import type { Database } from './database.ts'
import { sizeOf } from './postgres/size.ts'

/** The size of a database on disk, in bytes. */
export interface DatabaseSize {
  data: number
  /** Changes that are not yet part of the data; null if the engine keeps them elsewhere. */
  log: number | null
}

/** The size of a database; null for a database in memory. */
export async function readDatabaseSize({ address, read }: Database): Promise<DatabaseSize | null> {
  if (address === null) return null
  if (address.engine === 'postgres') return { data: await sizeOf(read), log: null }
  const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return { data: bytesOf(address.file), log: bytesOf(`${address.file}-wal`) }
}
