import { sql } from 'kysely'
import { Client } from 'pg'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres/open.ts'
import { template } from './template.ts'

/** The databases that the tests of a file use one after another, each with its connections. */
interface Place {
  name: string
  database: Database
  isUsed: boolean
}

const places: Place[] = []

/**
 * An empty database with all tables. Copying one and connecting to it takes most of the time of a short test, so that
 * tests use those of earlier ones, emptied.
 * @param url the server @param schema what `reset_for_test` returns of a database that is as it should be
 */
export async function openReused(url: string, schema: string): Promise<Database> {
  const free = places.find(({ isUsed }) => !isUsed)
  if (free) {
    free.isUsed = true
    if ((await reset(free.database)) === schema) return claim(free)
    places.splice(places.indexOf(free), 1)
    await free.database.close()
  }
  const name = free?.name ?? newName()
  await create(url, name)
  const made = { name, isUsed: true, database: await openPostgres(withName(url, name)) }
  places.push(made)
  return claim(made)
}

/** Each worker has databases of its own. */
const newName = () => `worker_${process.env['VITEST_POOL_ID'] ?? 0}_${places.length}`

/** A database for one test; closing it ends its use. */
function claim(place: Place): Database {
  const { database } = place
  const running = new Set<Promise<unknown>>()
  let isOpen = true
  const track = <T>(work: () => Promise<T>): Promise<T> => {
    if (!isOpen) return Promise.reject(new Error('The database of this test is closed.'))
    const run = work()
    const ended: Promise<unknown> = run.catch(() => undefined).finally(() => running.delete(ended))
    running.add(ended)
    return run
  }
  return {
    address: database.address,
    read: database.read,
    id: database.id,
    isShared: database.isShared,
    exclusively: (work) => track(() => database.exclusively(work)),
    hint(deploymentId) {
      if (isOpen) database.hint(deploymentId)
    },
    onHint: (listener) =>
      database.onHint((deploymentId) => {
        if (isOpen) listener(deploymentId)
      }),
    write: (work, lock) => track(() => database.write(work, lock)),
    snapshot: (work) => track(() => database.snapshot(work)),
    openSnapshot: () => track(() => database.openSnapshot()),
    check: () => track(() => database.check()),
    async close() {
      isOpen = false
      await Promise.all(running)
      place.isUsed = false
    },
  }
}

/** Empties a database. @returns what describes its tables; null if that failed. */
async function reset(database: Database): Promise<string | null> {
  try {
    const { rows } = await database.write((transaction) =>
      sql<{ schema: string }>`select reset_for_test() as schema`.execute(transaction),
    )
    return rows[0]?.schema ?? null
  } catch {
    return null
  }
}

async function create(url: string, name: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template}`)
  } finally {
    await client.end()
  }
}

function withName(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
