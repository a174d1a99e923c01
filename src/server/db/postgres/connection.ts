import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import { Client, type ClientBase, Pool, type PoolClient, types } from 'pg'
import { DatabaseFault } from '../database.ts'
import type { Tables } from '../tables.ts'
import { Compiler } from './compiler.ts'
import { noteConnectionError } from './failures.ts'

/** Ids of types in the catalogue. Source: PostgreSQL, pg_type.dat. */
const oid = { bool: 16, int8: 20, numeric: 1700 }

/** Numbers are numbers and flags are 0 and 1, as on the embedded engine; all are below 2^53. */
const parsers = new Map<number, (text: string) => unknown>([
  [oid.bool, (text) => (text === 't' ? 1 : 0)],
  [oid.int8, Number],
  [oid.numeric, Number],
])

const typeParsers = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    return parsers.get(id) ?? types.getTypeParser(id, format === 'binary' ? 'binary' : 'text')
  },
}

/** How long a request waits for a connection, in milliseconds. */
const patience = 5_000

/** Opens connections as they are needed. Idle ones may break, which the next query that uses one finds out. */
export function openPool(url: string, max: number, connectTimeout = patience): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    types: typeParsers,
    connectionTimeoutMillis: connectTimeout,
    application_name: 'gatehouse',
    keepAlive: true,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', noteConnectionError))
  return pool
}

/** A connection of a pool, which the caller releases. While the server starts or ends it may break at once. */
export async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    if (error instanceof Error) noteConnectionError(error)
    throw error
  }
}

/** Where a database is; `directUrl` leads to the server itself where `url` leads to a transaction pooler. */
export interface PostgresUrls {
  url: string
  directUrl: string
}

/** A single connection, not yet connected, for what is done once. */
export const newClient = (connectionString: string): Client =>
  new Client({
    connectionString,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    application_name: 'gatehouse',
    keepAlive: true,
  })

/** A URL without its password, for messages. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return '(hidden)'
  parsed.password = ''
  parsed.search = ''
  return parsed.href
}

/** Converts an error of the driver or the server to a message for the person who started the process. */
export function toFault(error: unknown, url: string): DatabaseFault {
  if (error instanceof DatabaseFault) return error
  const reason = error instanceof Error ? error.message || String(error) : String(error)
  return new DatabaseFault(`The database ${shownUrl(url)} cannot be used (${reason}).`, { cause: error })
}

/** The oldest major version that is supported. */
const oldestVersion = 14

/** @throws DatabaseFault if the server is older than is supported. */
export async function refuseOld(client: ClientBase, url: string): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major < oldestVersion) {
    throw new DatabaseFault(
      `The server of ${shownUrl(url)} is PostgreSQL ${major}. Gatehouse needs ${oldestVersion} or later.`,
    )
  }
}

/** The query builder on all connections of a pool. */
export const queryOn = (pool: Pool): Kysely<Tables> => kyselyOn({ connect: () => connect(pool) })

/**
 * The query builder on one connection, which the caller releases. Queries that are made at once run one after another,
 * since the driver deprecates handing it another before the last has ended.
 */
export function queryOnClient(client: ClientBase): Kysely<Tables> {
  let last: Promise<unknown> = Promise.resolve()
  const query = (text: string, values: unknown[]) => {
    const result = last.then(() => client.query(text, values))
    last = result.catch(() => undefined)
    return result
  }
  // parse: without the dialect's option `cursor`, it passes texts only.
  const connection = { query, release: () => undefined } as unknown as PostgresPoolClient
  return kyselyOn({ connect: async () => connection })
}

function kyselyOn(pool: Pick<PostgresPool, 'connect'>): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () =>
        new PostgresDriver({ pool: { connect: pool.connect, end: async () => undefined, options: {} } }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new Compiler(),
    },
  })
}
