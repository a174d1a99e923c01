import type { Client } from 'pg'
import { DatabaseFault, type OpenSnapshot } from '../database.ts'
import { newClient, type PostgresUrls, queryOnClient, refuseOld, shownUrl, toFault } from './connection.ts'
import { pendingMigrations } from './migrate.ts'
import { migrationNames } from './migrations/index.ts'
import { rowReader } from './row-reader.ts'
import { sizeOf } from './size.ts'

/** A PostgreSQL database as it is now, which is read while processes use it, and not updated. */
export interface PostgresSource extends OpenSnapshot {
  /** The migrations that it has, in their order. */
  migrations: readonly string[]
  /** Whether it has the tables of this version. */
  isCurrent: boolean
  /** Its size with its indexes. */
  bytes: number
  /** Without the password. */
  shownUrl: string
}

/**
 * Settings of the transaction: a limit of the server or of the role on statements or idle transactions must not end a
 * long read, and numbers are read exactly.
 */
const settings = `
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local extra_float_digits = 1`

/**
 * Opens a snapshot of a database without updating it, on a connection of its own.
 * @throws DatabaseFault if it cannot be reached, has no tables of Gatehouse, or was written by a newer one.
 */
export async function openSource({ url, directUrl }: PostgresUrls): Promise<PostgresSource> {
  const client = newClient(directUrl)
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await refuseOld(client, url)
    return await snapshotOn(client, url)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw toFault(error, url)
  }
}

async function snapshotOn(client: Client, url: string): Promise<PostgresSource> {
  const query = queryOnClient(client)
  await client.query(`begin isolation level repeatable read, read only; ${settings}`)
  const pending = await pendingMigrations(query, url)
  if (pending.length === migrationNames.length)
    throw new DatabaseFault(`The database ${shownUrl(url)} has no tables of Gatehouse.`)
  const bytes = await sizeOf(query)
  return {
    ...rowReader(client, query),
    migrations: migrationNames.filter((name) => !pending.includes(name)),
    isCurrent: pending.length === 0,
    bytes,
    shownUrl: shownUrl(url),
    // The end of the connection ends the transaction.
    close: () => void client.end().catch(() => undefined),
  }
}
