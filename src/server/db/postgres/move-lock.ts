import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { DatabaseFault } from '../database.ts'
import { newClient, type PostgresUrls, refuseOld, shownUrl, toFault } from './connection.ts'
import { refusePooler } from './pooler.ts'

/** The key of the advisory lock that a move holds, and that every process tries at its start. */
const moveKey = 4_748_003

/** How long connections of processes that have just ended may remain, in milliseconds. */
const endTimeout = 3_000

/**
 * Refuses a database that is being moved. The lock is shared by all processes that start, until their connection ends.
 * @throws DatabaseFault if a move is running.
 */
export async function refuseMove(client: ClientBase, url: string): Promise<void> {
  if (await isTrue(client, `select pg_try_advisory_lock_shared(${moveKey}) as value`)) return
  throw new DatabaseFault(
    `The database ${shownUrl(url)} is being moved by "gatehouse migrate". Wait for its end, then start again.`,
  )
}

/**
 * Prevents processes from starting on a database until the transaction of the client ends.
 * @throws DatabaseFault if one is just starting, or if it is being moved already.
 */
export async function lockForMove(client: ClientBase, url: string): Promise<void> {
  if (await isTrue(client, `select pg_try_advisory_xact_lock(${moveKey}) as value`)) return
  throw new DatabaseFault(
    `Another process is starting on ${shownUrl(url)}, or moves it. Stop it, or wait for its end, and begin again.`,
  )
}

/**
 * Prevents processes from starting on a database that no process uses.
 * @returns a function that ends this.
 * @throws DatabaseFault if a process uses the database, or if it cannot be reached.
 */
export async function holdStill(urls: PostgresUrls): Promise<() => Promise<void>> {
  const { url, directUrl } = urls
  const client = newClient(directUrl)
  const release = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    await refuseOld(client, url)
    await refusePooler(client, urls)
    await client.query('begin')
    await lockForMove(client, url)
    await refuseUsers(client, url)
    return release
  } catch (error) {
    await release()
    throw toFault(error, url)
  }
}

/** Processes are recognized by the name that they give their connections. */
async function refuseUsers(client: ClientBase, url: string) {
  const until = performance.now() + endTimeout
  const isUsed = `select count(*) > 0 as value from pg_stat_activity
    where datname = current_database() and application_name = 'gatehouse' and pid <> pg_backend_pid()`
  while (await isTrue(client, isUsed)) {
    if (performance.now() > until)
      throw new DatabaseFault(
        `A process of Gatehouse uses the database ${shownUrl(url)}. Stop all of them and begin again.`,
      )
    await delay(100)
    // The statistics of other connections are read once in a transaction.
    await client.query('select pg_stat_clear_snapshot()')
  }
}

async function isTrue(client: ClientBase, query: string): Promise<boolean> {
  const { rows } = await client.query<{ value: number }>(query)
  return rows[0]?.value === 1
}
