import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Client } from 'pg'
import { newClient } from './connection.ts'
import { hintChannel } from './hints.ts'

/** One row about the server, the database and the role. */
export interface ServerRow {
  version: string
  number: string
  encoding: string
  bytes: number
  standby: number
  read_only: string
  role: string
  may_create_databases: number
  max_connections: number
  reserved: number
  role_limit: number
  database_limit: number
  used: number
  used_by_role: number
  used_by_database: number
  gatehouse: number
  processes: number
  encrypted: number | null
  local: number
  autovacuum: string
  fsync: string
  synchronous_commit: string
  age: number
  oldest: number
}

/** Connections of other roles are counted, and their transactions are not visible. */
export const serverQuery = `select
  current_setting('server_version') as version,
  current_setting('server_version_num') as number,
  current_setting('server_encoding') as encoding,
  pg_database_size(current_database()) as bytes,
  pg_is_in_recovery() as standby,
  current_setting('default_transaction_read_only') as read_only,
  current_user as role,
  (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as may_create_databases,
  current_setting('max_connections')::bigint as max_connections,
  current_setting('superuser_reserved_connections')::bigint
    + coalesce(current_setting('reserved_connections', true), '0')::bigint as reserved,
  (select rolconnlimit from pg_roles where rolname = current_user) as role_limit,
  (select datconnlimit from pg_database where datname = current_database()) as database_limit,
  (select sum(numbackends) from pg_stat_database) as used,
  (select count(*) from pg_stat_activity where usename = current_user) as used_by_role,
  (select numbackends from pg_stat_database where datname = current_database()) as used_by_database,
  (select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'gatehouse' and pid <> pg_backend_pid()) as gatehouse,
  (select count(*) from pg_stat_activity
    where datname = current_database() and query = 'listen ${hintChannel}') as processes,
  (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
  inet_server_addr() is null or inet_server_addr() <<= inet '127.0.0.0/8' or inet_server_addr() = inet '::1' as local,
  current_setting('autovacuum') as autovacuum,
  current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as synchronous_commit,
  (select age(datfrozenxid) from pg_database where datname = current_database()) as age,
  coalesce((select extract(epoch from max(now() - xact_start)) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()), 0)::float8 as oldest`

/** What the role needs, and may not do, as the ends of a sentence. */
export async function missingPermissions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ missing: string }>(`
    with own as (
      select oid, relname, relowner from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    )
    select 'create tables in its schema' as missing
      where not coalesce(has_schema_privilege(current_schema(), 'create'), false)
    union all
    select 'change the table ' || relname || ', which belongs to ' || pg_get_userbyid(relowner) from own
      where not pg_has_role(relowner, 'usage')
    union all
    select 'read and write the table ' || relname from own
      where not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
    union all
    select 'use advisory locks' where not has_function_privilege('pg_try_advisory_lock(bigint)', 'execute')`)
  return rows.map(({ missing }) => missing)
}

/** Tables with more dead rows than half of the others, the worst first. */
export async function readDeadRows(client: Client): Promise<{ table: string; live: number; dead: number }[]> {
  const { rows } = await client.query<{ table: string; live: number; dead: number }>(`
    select relname as table, n_live_tup as live, n_dead_tup as dead from pg_stat_user_tables
    where schemaname = current_schema() and n_dead_tup > 50000 and n_dead_tup > n_live_tup / 2
    order by n_dead_tup desc limit 3`)
  return rows
}

/** How far the clock of the server is ahead, in milliseconds, by the fastest of some answers. */
export async function readClock(client: Client): Promise<{ ahead: number; uncertainty: number }> {
  let best = { ahead: 0, uncertainty: Number.POSITIVE_INFINITY }
  for (let tries = 0; tries < 3; tries++) {
    const sent = Date.now()
    const { rows } = await client.query<{ at: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    )
    const received = Date.now()
    const uncertainty = (received - sent) / 2
    if (uncertainty < best.uncertainty)
      best = { ahead: (rows[0]?.at ?? 0) - (sent + uncertainty), uncertainty }
  }
  return best
}

/** How long a notification is waited for, in milliseconds. */
const notificationTimeout = 2_000

/** Whether a notification that one connection sends reaches another, which it does not through a transaction pooler. */
export async function hearsNotifications(url: string): Promise<boolean> {
  const channel = `gatehouse_doctor_${randomUUID().replaceAll('-', '')}`
  const [listener, sender] = [newClient(url), newClient(url)]
  for (const client of [listener, sender]) client.on('error', () => undefined)
  try {
    await Promise.all([listener.connect(), sender.connect()])
    await listener.query(`listen ${channel}`)
    const heard = once(listener, 'notification', { signal: AbortSignal.timeout(notificationTimeout) })
    await sender.query('select pg_notify($1, $2)', [channel, ''])
    await heard
    return true
  } catch {
    return false
  } finally {
    await Promise.all([listener.end(), sender.end()]).catch(() => undefined)
  }
}
