import type { Client } from 'pg'
import { readInstallationId } from '../installation.ts'
import { newClient, queryOnClient, shownUrl, toFault } from './connection.ts'
import { inspectReplica, type ReplicaInspection } from './inspect-replica.ts'
import {
  hearsNotifications,
  missingPermissions,
  readClock,
  readDeadRows,
  type ServerRow,
  serverQuery,
} from './inspect-server.ts'
import { appliedMigrations } from './migrate.ts'
import { migrationNames } from './migrations/index.ts'
import { connectionsPerProcess, type DatabaseUrls } from './postgres-database.ts'

/** What can be seen of a PostgreSQL database without changing it. */
export interface PostgresInspection {
  /** Without the password. */
  shownUrl: string
  /** The version of the server, such as `15.4`. */
  version: string
  isSupported: boolean
  encoding: string
  schema: 'none' | 'earlier' | 'current' | 'later'
  bytes: number
  /** Whether it only answers reads: a standby, or by a setting of the server, the database or the role. */
  readOnly: 'standby' | 'setting' | null
  role: string
  mayCreateDatabases: boolean
  /** What the role needs and may not do. */
  missingPermissions: string[]
  connections: {
    /** The most that the server, the database and the role allow. */
    limit: number
    used: number
    /** Processes of the service that receive notifications. */
    processes: number
    perProcess: number
  }
  encryption: 'none' | 'local' | 'unverified' | 'verified'
  /** How far the clock of the server is ahead, in milliseconds, and how exactly that is known. */
  clock: { ahead: number; uncertainty: number }
  /** When the newest change was made, in milliseconds since 1970; null without one. */
  newestChange: number | null
  /** The id of the installation; null without one. */
  installation: string | null
  deadRows: { table: string; live: number; dead: number }[]
  hasAutovacuum: boolean
  /** Transactions since the oldest ones were frozen. At 2 billion the server stops. */
  transactionAge: number
  /** Seconds since the oldest open transaction of this role began. */
  oldestTransaction: number
  /** Settings that let a crash of the server lose what was answered. */
  unsafeSettings: string[]
  /** Whether notifications arrive over the direct URL. */
  hearsNotifications: boolean
  /** Why the URL that leads to a pooler cannot be used; null if it can, or is that of the server. */
  poolerFault: string | null
  hasDirectUrl: boolean
  /** Null if none is configured. */
  replica: ReplicaInspection | null
}

const oldestVersion = 140_000

/**
 * Inspects a database, also while processes use it.
 * @throws DatabaseFault if it cannot be reached.
 */
export async function inspectPostgres(urls: DatabaseUrls): Promise<PostgresInspection> {
  const client = newClient(urls.directUrl)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await inspectOn(client, urls)
  } catch (error) {
    throw toFault(error, urls.url)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function inspectOn(client: Client, urls: DatabaseUrls): Promise<PostgresInspection> {
  const clock = await readClock(client)
  const { rows } = await client.query<ServerRow>(serverQuery)
  const [server] = rows
  if (!server) throw new Error('The server did not answer')
  const schema = await schemaOf(client)
  const isStandby = server.standby === 1
  return {
    ...describeServer(server, urls),
    clock,
    schema,
    missingPermissions: await missingPermissions(client),
    newestChange: schema === 'current' ? await newestChange(client) : null,
    installation: schema === 'current' ? await readInstallationId(queryOnClient(client)) : null,
    deadRows: await readDeadRows(client),
    hearsNotifications: isStandby ? false : await hearsNotifications(urls.directUrl),
    poolerFault: urls.url === urls.directUrl ? null : await connectionFault(urls.url),
    hasDirectUrl: urls.url !== urls.directUrl,
    replica: urls.readUrl === null || isStandby ? null : await inspectReplica(client, urls.readUrl),
  }
}

function describeServer(server: ServerRow, { url, directUrl }: DatabaseUrls) {
  const limits = [
    { limit: server.max_connections - server.reserved, used: server.used },
    { limit: server.role_limit, used: server.used_by_role },
    { limit: server.database_limit, used: server.used_by_database },
  ]
  // The one that is reached first; -1 is none.
  const [tightest = { limit: 0, used: 0 }] = limits
    .filter(({ limit }) => limit >= 0)
    .sort((one, other) => one.limit - one.used - (other.limit - other.used))
  const unsafe = [
    ...(server.fsync === 'off' ? ['fsync'] : []),
    ...(server.synchronous_commit === 'off' ? ['synchronous_commit'] : []),
  ]
  return {
    shownUrl: shownUrl(url),
    version: server.version.split(' ')[0] ?? server.version,
    isSupported: Number(server.number) >= oldestVersion,
    encoding: server.encoding,
    bytes: server.bytes,
    readOnly: readOnlyBy(server),
    role: server.role,
    mayCreateDatabases: server.may_create_databases === 1,
    connections: {
      ...tightest,
      processes: server.processes,
      perProcess: connectionsPerProcess,
    },
    encryption: encryptionOf(server, directUrl),
    hasAutovacuum: server.autovacuum === 'on',
    transactionAge: server.age,
    oldestTransaction: server.oldest,
    unsafeSettings: unsafe,
  }
}

function readOnlyBy({ standby, read_only }: ServerRow): PostgresInspection['readOnly'] {
  if (standby === 1) return 'standby'
  return read_only === 'on' ? 'setting' : null
}

/** Whether the certificate is verified depends on the URL alone. Source: pg-connection-string. */
function encryptionOf({ encrypted, local }: ServerRow, url: string): PostgresInspection['encryption'] {
  if (encrypted !== 1) return local === 1 ? 'local' : 'none'
  const parameters = URL.parse(url)?.searchParams
  const mode = parameters?.get('sslmode')
  const isUnverified =
    mode === 'no-verify' ||
    (parameters?.get('uselibpqcompat') === 'true' && mode !== 'verify-full' && mode !== 'verify-ca')
  return isUnverified ? 'unverified' : 'verified'
}

async function schemaOf(client: Client): Promise<PostgresInspection['schema']> {
  const applied = await appliedMigrations(queryOnClient(client))
  if (applied.some((name) => !migrationNames.includes(name))) return 'later'
  if (applied.length === 0) return 'none'
  return migrationNames.every((name) => applied.includes(name)) ? 'current' : 'earlier'
}

async function newestChange(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ at: number | null }>(
    `select max(change_log.at) as at from deployment
      join change_log on deployment_id = deployment.id and number = change_number`,
  )
  return rows[0]?.at ?? null
}

async function connectionFault(url: string): Promise<string | null> {
  const client = newClient(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error instanceof Error ? error.message || String(error) : String(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}
