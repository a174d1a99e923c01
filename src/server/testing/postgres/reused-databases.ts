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
    if (await isReset(withName(url, free.name), schema)) return claim(free)
    places.splice(places.indexOf(free), 1)
    await free.database.close()
    await create(url, free.name)
  }
  const place = { name: free?.name ?? newName(), isUsed: true }
  const address = withName(url, place.name)
  if (!free && !(await isReset(address, schema))) await create(url, place.name)
  const made = { ...place, database: await openPostgres(address) }
  places.push(made)
  return claim(made)
}

/** Closes the connections of the tests of a file. */
export async function closeReused(): Promise<void> {
  await Promise.all(places.splice(0).map(({ database }) => database.close()))
}

/** Each worker has its own, which are left to the next file that it runs. */
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

/** Empties a database; whether it exists and has the tables that it should have. */
async function isReset(url: string, schema: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ schema: string }>('select reset_for_test() as schema')
    return rows[0]?.schema === schema
  } catch {
    return false
  } finally {
    await client.end()
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
