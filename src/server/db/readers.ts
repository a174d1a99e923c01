// The entry point to the engines for other threads. It does not load the code for opening and migrating a database,
// which would stay in the memory of each thread.
import type { DatabaseAddress, OpenSnapshot } from './database.ts'

/** Opens a snapshot of the data as it is now, with a connection of its own. */
export async function openSnapshot(address: DatabaseAddress): Promise<OpenSnapshot> {
  if (address.engine === 'sqlite') return (await import('./sqlite/connection.ts')).openSnapshot(address)
  return (await import('./postgres/postgres-database.ts')).openSnapshot(address)
}
