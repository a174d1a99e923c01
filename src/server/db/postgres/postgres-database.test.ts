import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { newPostgresUrl } from '#server/testing/database.ts'
import type { Database } from '../database.ts'
import { insertRows } from '../engine.ts'
import { shownUrl } from './connection.ts'
import { openPostgres } from './open.ts'

async function opened(url?: string) {
  const address = url ?? (await newPostgresUrl())
  const database = await openPostgres(address)
  onTestFinished(() => database.close())
  return { database, url: address }
}

const deployment = { demo: 0, change_number: 0, secret_salt: 's', created_at: 0 }

const namesIn = async (reader: Database['read']) =>
  (await reader.selectFrom('deployment').select('name').orderBy('id').execute()).map(({ name }) => name)

it('reads a snapshot that later writes do not change', async () => {
  const { database } = await opened()
  const add = (slug: string) =>
    database.write((transaction) =>
      insertRows(transaction, 'deployment', [{ slug, name: slug, ...deployment }]),
    )
  await add('a')
  const snapshot = await database.openSnapshot()
  await database.snapshot(async ({ read }) => {
    await add('b')
    expect(await namesIn(read)).toEqual(['a'])
  })
  expect(await namesIn(snapshot.read)).toEqual(['a'])
  const query = sql<{ name: string; id: number }>`select name, id from deployment`.compile(snapshot.read)
  expect(await snapshot.arrays(query)).toEqual([['a', 1]])
  for await (const rows of snapshot.chunks(query, 10)) expect(rows).toEqual([['a', 1]])
  snapshot.close()
  expect(await namesIn(database.read)).toEqual(['a', 'b'])
})

it('rolls back a write that fails, and writes of two processes one after another', async () => {
  const { database, url } = await opened()
  const { database: other } = await opened(url)
  await expect(
    database.write(async (transaction) => {
      await insertRows(transaction, 'deployment', [{ slug: 'x', name: 'x', ...deployment }])
      throw new Error('half way')
    }),
  ).rejects.toThrow('half way')
  // Each finds the newest id, which two at once would both take.
  const add = (place: Database, name: string) =>
    place.write(async (transaction) => {
      const { rows } = await sql<{
        id: number
      }>`select coalesce(max(id), 0) + 1 as id from deployment`.execute(transaction)
      await insertRows(transaction, 'deployment', [{ id: rows[0]?.id, slug: name, name, ...deployment }])
    })
  await Promise.all(
    Array.from({ length: 20 }, (_, turn) => add(turn % 2 === 0 ? database : other, `n${turn}`)),
  )
  expect(await namesIn(database.read)).toHaveLength(20)
})

it('stores texts that PostgreSQL has no form for with the replacement character', async () => {
  const { database } = await opened()
  const name = 'a\0b\ud800c'
  await database.write(async (transaction) => {
    await insertRows(transaction, 'deployment', [{ slug: 'one', name, ...deployment }])
    await transaction
      .insertInto('deployment')
      .values({ slug: 'two', name, ...deployment })
      .execute()
    await insertRows(transaction, 'deployment_setting', [
      { deployment_id: 1, name: 'x', value_json: JSON.stringify({ text: name }) },
    ])
  })
  expect(await namesIn(database.read)).toEqual(['a\ufffdb\ufffdc', 'a\ufffdb\ufffdc'])
  const { rows } = await sql<{
    text: string
  }>`select value_json::json ->> 'text' as text from deployment_setting`.execute(database.read)
  expect(rows).toEqual([{ text: 'a\ufffdb\ufffdc' }])
})

it('gives hints of other processes', async () => {
  const { database, url } = await opened()
  const { database: other } = await opened(url)
  const hinted = new Promise<number>((resolve) => other.onHint(resolve))
  await expect
    .poll(() => {
      database.hint(7)
      return Promise.race([hinted, null])
    })
    .toBe(7)
})

it('closes while it connects to receive hints', async () => {
  const database = await openPostgres(await newPostgresUrl())
  database.onHint(() => undefined)
  await database.close()
})

it('says which database cannot be used, without its password', async () => {
  const opening = openPostgres('postgres://ann:secret@127.0.0.1:1/nowhere')
  await expect(opening).rejects.toThrow(/^The database postgres:\/\/ann@127.0.0.1:1\/nowhere cannot be used/)
  expect(shownUrl('postgres://a:b@host/db?password=c')).toBe('postgres://a@host/db')
})

it('numbers a deployment after those that were inserted with their ids', async () => {
  const { database } = await opened()
  const add = (slug: string, more: object = {}) =>
    database.write((transaction) =>
      insertRows(transaction, 'deployment', [{ slug, name: slug, ...deployment, ...more }]),
    )
  await add('demo', { id: 1 })
  await add('next')
  expect(await database.read.selectFrom('deployment').select('id').orderBy('id').execute()).toEqual([
    { id: 1 },
    { id: 2 },
  ])
})
