import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '#server/db/postgres/open.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** The database that each test's database is a copy of. */
const template = 'gatehouse_template'

let server: PostgresServer | null = null

/** Starts a server, or uses that of `TEST_DATABASE_URL`, and prepares a database with all tables. */
export async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
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
}

export async function teardown() {
  await server?.stop('immediate')
  server?.remove()
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}
