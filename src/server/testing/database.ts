import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/engine.ts'
import { openPostgres } from '#server/db/postgres/open.ts'
import { openInFile, openInMemory } from '#server/db/sqlite/testing/migrated.ts'
import { openReused } from './postgres/reused-databases.ts'
import { template } from './postgres/template.ts'

/** The engine that the tests of this run use. */
export const testEngine: 'sqlite' | 'postgres' =
  process.env['GATEHOUSE_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/**
 * How often a property is tried: `count` times, and a quarter of it on PostgreSQL, where a run takes four times as long
 * and draws from the same cases.
 */
export const runsOnEngine = (count: number): number =>
  testEngine === 'postgres' ? Math.ceil(count / 4) : count

/**
 * What a test is repeated for: all, and on PostgreSQL the first three, where what differs among them, such as the format of
 * a report, is the same.
 */
export const repeatedOnEngine = <T>(all: readonly T[]): readonly T[] =>
  testEngine === 'postgres' ? all.slice(0, 3) : all

/**
 * An empty database with all tables, for one test: on the embedded engine in memory, or in `file` for what only happens
 * there; on PostgreSQL one of a server. The caller closes it.
 */
export async function openTestDatabase(file: string | null = null): Promise<Database> {
  if (testEngine === 'sqlite') return file === null ? openInMemory() : openInFile(file)
  return openReused(inject('postgresUrl'), inject('postgresSchema'))
}

/** Opens the database of a test as another process would. The caller closes it. */
export function openAgain({ address }: Database): Promise<Database> {
  if (address === null) throw new Error('this test needs a database in a file')
  return address.engine === 'postgres' ? openPostgres(address.url) : openDatabase(address.file)
}

/**
 * The URL of a new PostgreSQL database, which is deleted when the test ends.
 * @param from the database that it is a copy of, usually one with all tables.
 */
export async function newPostgresUrl(from: string = template): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = await createPostgres(name, from)
  onTestFinished(() => onServer(`drop database if exists ${name} with (force)`))
  return url
}

/** Creates a PostgreSQL database as a copy of another one, in place of one with its name. @returns its URL. */
export async function createPostgres(name: string, from: string): Promise<string> {
  await onServer(`drop database if exists ${name} with (force)`)
  await onServer(`create database ${name} encoding 'UTF8' template ${from}`)
  const address = new URL(inject('postgresUrl'))
  address.pathname = `/${name}`
  return address.href
}

async function onServer(statement: string) {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
