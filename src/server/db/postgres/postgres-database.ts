import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { Client, type Pool, type PoolClient } from 'pg'
import {
  type Database,
  maxExportConnections,
  type OpenSnapshot,
  type Snapshot,
  type WriteLock,
  type WriteRun,
  type Writer,
} from '../database.ts'
import type { Tables } from '../tables.ts'
import { connect, openPool, type PostgresUrls, queryOn, queryOnClient } from './connection.ts'
import { isRetryable } from './failures.ts'
import { Hints, hintChannel } from './hints.ts'
import { Replica } from './replica.ts'
import { rowReader } from './row-reader.ts'

/** How long a transaction that lost against another is run again, in milliseconds. */
const retryTimeout = 5_000

/**
 * Connections of a process at most: for reads and short snapshots, for snapshots that callers close, and for writes. They
 * are separate, since a short snapshot waits for one of the second kind.
 */
const maxReads = 12
const maxOpenSnapshots = 8
const maxWrites = 6

/** The most connections of a process: those, exports, one that receives notifications, and one at the start. */
export const connectionsPerProcess = maxReads + maxOpenSnapshots + maxWrites + maxExportConnections + 2

/** The key of the advisory lock under which all processes write what belongs to no deployment. */
const recordsKey = 4_748_001
/** The key of the advisory lock of work that one process does at a time. */
const startKey = 4_748_002

/** Where a database and a streaming replica of it are. */
export interface DatabaseUrls extends PostgresUrls {
  readUrl: string | null
}

/** A database on a PostgreSQL server. */
export class PostgresDatabase implements Database {
  readonly address
  readonly id: string
  readonly read: Kysely<Tables>
  readonly isShared = true
  readonly #reads: Pool
  readonly #snapshots: Pool
  readonly #writes: Pool
  readonly #hints: Hints
  readonly #directUrl: string
  readonly #replica: Replica | null
  readonly #lanes = new Map<WriteLock, Promise<unknown>>()

  /** @param id distinguishes the database from others. */
  constructor({ url, directUrl, readUrl }: DatabaseUrls, id: string) {
    this.#directUrl = directUrl
    this.#replica = readUrl === null ? null : new Replica(readUrl, maxReads)
    this.id = id
    this.address = { engine: 'postgres', url } as const
    this.#reads = openPool(url, maxReads)
    this.#snapshots = openPool(url, maxOpenSnapshots)
    this.#writes = openPool(url, maxWrites)
    this.read = queryOn(this.#reads)
    this.#hints = new Hints(directUrl)
  }

  write<T>(work: Work<T>, lock: WriteLock = 'records'): Promise<T> {
    const turn = (this.#lanes.get(lock) ?? Promise.resolve()).then(() => this.#writeUntilDone(lock, work))
    const last = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#lanes.set(lock, last)
    void last.then(() => {
      if (this.#lanes.get(lock) === last) this.#lanes.delete(lock)
    })
    return turn
  }

  async snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const pool = (await this.#replica?.upToDate(this.#reads)) ?? this.#reads
    return withClient(pool, (client) =>
      queryOnClient(client)
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (transaction) => {
          await takeSnapshot(transaction)
          return work(rowReader(client, transaction))
        }),
    )
  }

  openSnapshot = (): Promise<OpenSnapshot> => openSnapshotOn(this.#snapshots)

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.#directUrl, application_name: 'gatehouse' })
    await client.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [startKey])
      return await work()
    } finally {
      // The end of its connection releases the lock.
      await client.end()
    }
  }

  hint(deploymentId: number) {
    this.#reads.query('select pg_notify($1, $2)', [hintChannel, String(deploymentId)]).catch(() => undefined)
  }

  onHint(listener: (deploymentId: number) => void) {
    this.#hints.listen(listener)
  }

  async check() {
    await sql`select 1 from deployment limit 1`.execute(this.read)
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.values())
    await this.#hints.close()
    await Promise.all([this.#reads.end(), this.#snapshots.end(), this.#writes.end(), this.#replica?.end()])
  }

  async #writeUntilDone<T>(lock: WriteLock, work: Work<T>): Promise<T> {
    const until = performance.now() + retryTimeout
    for (;;) {
      try {
        return await this.#writeOnce(lock, work)
      } catch (error) {
        if (!isRetryable(error) || performance.now() > until) throw error
        await delay(10 + Math.random() * 40)
      }
    }
  }

  #writeOnce<T>(lock: WriteLock, work: Work<T>): Promise<T> {
    return withClient(this.#writes, (client) =>
      queryOnClient(client)
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (transaction) => {
          if (lock === 'records') await sql`select pg_advisory_xact_lock(${recordsKey})`.execute(transaction)
          // Deleted rows are gone for readers at once; the server reclaims their storage by itself.
          return work(transaction, { reader: rowReader(client, transaction), purge: async () => undefined })
        }),
    )
  }
}

type Work<T> = (transaction: Writer, run: WriteRun) => Promise<T>

/** A transaction's snapshot is taken at its first statement. */
const takeSnapshot = (transaction: Kysely<Tables> | Transaction<Tables>) => sql`select 1`.execute(transaction)

/** Opens a transaction that reads what is committed now, until it is closed. */
export async function openSnapshotOn(
  pool: Pool,
  onClose: () => void = () => undefined,
): Promise<OpenSnapshot> {
  const client = await connect(pool)
  const query = queryOnClient(client)
  try {
    await client.query('begin isolation level repeatable read, read only')
    await takeSnapshot(query)
  } catch (error) {
    client.release(true)
    throw error
  }
  const reader = rowReader(client, query)
  let isOpen = true
  return {
    ...reader,
    close() {
      if (!isOpen) return
      isOpen = false
      client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      onClose()
    },
  }
}

/** Opens a snapshot with a connection of its own, for another thread. */
export async function openSnapshot({ url }: { url: string }): Promise<OpenSnapshot> {
  const pool = openPool(url, 1)
  try {
    return await openSnapshotOn(pool, () => void pool.end())
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** A connection that broke is not given to anybody else. */
async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await connect(pool)
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    return await work(client)
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
