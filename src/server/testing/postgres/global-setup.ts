import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '#server/db/postgres/open.ts'
import { installPooler } from './find-postgres.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { resetFunction } from './reset-function.ts'
import { template } from './template.ts'

let server: PostgresServer | null = null

/** Starts a server, or uses that of `TEST_DATABASE_URL`, and prepares a database with all tables. */
export async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  installPooler()
  server = given ? null : await startPostgres()
  const url = given ?? server?.url ?? ''
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`drop database if exists ${template}`)
  await admin.query(`create database ${template} encoding 'UTF8' template template0`)
  await admin.end()
  const address = new URL(url)
  address.pathname = `/${template}`
  const database = await openPostgres(address.href)
  await database.close()
  project.provide('postgresUrl', url)
  project.provide('postgresSchema', await addReset(address.href))
}

export async function teardown() {
  await server?.stop('immediate')
  server?.remove()
}

/** Adds `reset_for_test` to the template, and returns what it says of it. */
async function addReset(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(resetFunction)
  const { rows } = await client.query<{ schema: string }>('select reset_for_test() as schema')
  await client.end()
  return rows[0]?.schema ?? ''
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    /** What `reset_for_test` returns of a database with the tables of the migrations. */
    postgresSchema: string
  }
}
