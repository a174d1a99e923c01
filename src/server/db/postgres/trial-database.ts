import type { Client } from 'pg'
import { DatabaseFault } from '../database.ts'
import { newClient, type PostgresUrls, refuseOld, shownUrl, toFault } from './connection.ts'

/** The key of the advisory lock of work with a trial database. */
const trialKey = 4_748_004

/** A table that marks a database as one for trials, so that what an interrupted trial leaves may be removed. */
const mark = 'gatehouse_trial'

/** An empty database for trials on a copy of the data. */
export interface TrialDatabase extends PostgresUrls {
  /** Its name without the password. */
  shownUrl: string
  /** Removes all tables, after which it can be filled again. */
  empty(): Promise<void>
  /** Removes it, or empties one that was given. Connections to a created one end. */
  remove(): Promise<void>
}

/**
 * Creates an empty database beside another one, or prepares a given one. What a trial left that was killed is removed.
 * @param source the database with the data @param given the URL of an empty database; null to create one.
 * @throws DatabaseFault if the role may not create databases, the given one has data, or another trial is running.
 */
export async function openTrialDatabase(source: PostgresUrls, given: string | null): Promise<TrialDatabase> {
  const url = given ?? source.directUrl
  const client = newClient(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await refuseOld(client, url)
    await lock(client, url)
    return given === null ? await createBeside(client, url) : await useGiven(client, url)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw toFault(error, url)
  }
}

async function lock(client: Client, url: string) {
  const { rows } = await client.query<{ value: number }>(`select pg_try_advisory_lock(${trialKey}) as value`)
  if (rows[0]?.value !== 1)
    throw new DatabaseFault(`Another rehearsal or verification of ${shownUrl(url)} is running.`)
}

/** Created with the locale of the source, by a name that only a trial of this source has. */
async function createBeside(client: Client, url: string): Promise<TrialDatabase> {
  const { rows } = await client.query<{
    may: number
    role: string
    id: number
    collate: string
    ctype: string
  }>(
    `select rolcreatedb or rolsuper as may, current_user as role, source.oid::bigint as id, datcollate as collate,
      datctype as ctype
    from pg_roles, pg_database as source where rolname = current_user and datname = current_database()`,
  )
  const [found] = rows
  if (found?.may !== 1)
    throw new DatabaseFault(
      `The role ${found?.role ?? ''} may not create a database for the copy. Create an empty one that it owns, and set REHEARSE_DATABASE_URL to it; or run "alter role ${found?.role ?? ''} createdb".`,
    )
  const name = `gatehouse_trial_${found.id}`
  const drop = () => client.query(`drop database if exists ${name} with (force)`)
  const create = async () => {
    await drop()
    await client.query(
      `create database ${name} template template0 encoding 'UTF8' lc_collate ${literal(found.collate)} lc_ctype ${literal(found.ctype)}`,
    )
  }
  await create()
  const address = new URL(url)
  address.pathname = `/${name}`
  return {
    url: address.href,
    directUrl: address.href,
    shownUrl: shownUrl(address.href),
    empty: create,
    async remove() {
      await drop()
      await end(client)
    },
  }
}

async function useGiven(client: Client, url: string): Promise<TrialDatabase> {
  const tables = await tablesIn(client)
  if (tables.includes(mark)) await dropAll(client)
  else if (tables.length > 0)
    throw new DatabaseFault(
      `The database ${shownUrl(url)} of REHEARSE_DATABASE_URL has tables (${tables[0]}), and is left as it is. Name an empty database.`,
    )
  await client.query(`create table ${mark} ()`)
  const empty = async () => {
    await dropAll(client)
    await client.query(`create table ${mark} ()`)
  }
  return {
    url,
    directUrl: url,
    shownUrl: shownUrl(url),
    empty,
    async remove() {
      await endOthers(client)
      await dropAll(client)
      await end(client)
    },
  }
}

/** The end of a connection releases its lock, unless a pooler keeps it. */
async function end(client: Client) {
  await client.query(`select pg_advisory_unlock(${trialKey})`)
  await client.end()
}

async function tablesIn(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  )
  return rows.map(({ name }) => name)
}

/** Removes tables and functions, the mark last, so that an interruption leaves a marked database. */
async function dropAll(client: Client) {
  const tables = (await tablesIn(client)).filter((name) => name !== mark)
  if (tables.length > 0)
    await client.query(`drop table ${tables.map((name) => `"${name}"`).join(', ')} cascade`)
  const { rows } = await client.query<{ name: string }>(
    `select pg_proc.oid::regprocedure::text as name from pg_proc
      where pronamespace = current_schema()::regnamespace and pg_get_userbyid(proowner) = current_user
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  )
  for (const { name } of rows) await client.query(`drop function ${name}`)
  await client.query(`drop table if exists ${mark}`)
}

/** A process that was interrupted may still hold locks on tables. */
const endOthers = (client: Client) =>
  client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'gatehouse' and usename = current_user
      and pid <> pg_backend_pid()`,
  )

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
