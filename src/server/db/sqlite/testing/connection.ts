import { DatabaseSync } from 'node:sqlite'
import type { Database, DatabaseAddress } from '#server/db/database.ts'
import { SqliteDatabase } from '../sqlite-database.ts'

/** The raw connection that writes, for what a test does outside of the service's own way. */
export function connectionOf(database: Database): DatabaseSync {
  if (database instanceof SqliteDatabase) return database.connection
  throw new Error('this test needs a database of SQLite')
}

/** The file of a database. */
export function fileOf({ address }: Database): string {
  if (address?.engine === 'sqlite') return address.file
  throw new Error('this test needs a database of SQLite in a file')
}

/** A connection of another program, which the test closes. */
export const openFile = (file: string, options: { readOnly?: boolean } = {}): DatabaseSync =>
  new DatabaseSync(file, options)

/** The same database, which other threads look for elsewhere or, with null, cannot read. */
export const withAddress = (database: Database, address: DatabaseAddress | null): Database => ({
  address,
  read: database.read,
  id: database.id,
  isShared: false,
  exclusively: (work) => work(),
  hint: () => undefined,
  onHint: () => undefined,
  write: (work, lock) => database.write(work, lock),
  snapshot: (work) => database.snapshot(work),
  openSnapshot: () => database.openSnapshot(),
  check: () => database.check(),
  close: () => database.close(),
})
