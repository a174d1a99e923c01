import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/engine.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { pageOfDependencies } from '../queries.ts'
import { startDependencyColumns } from './column-store.ts'

const request = { deploymentId: 1, filter: { name: 'p' } }
const page = { after: '0', size: 10_000 }

/** The names of all dependencies, as a search finds them. */
const namesIn = async (database: Database) =>
  (await pageOfDependencies(database, request, page)).dependencies.map(({ name }) => name)

/** A database on disk with a lockfile of each of two projects. */
async function onDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-dependencies-'))
  const file = join(folder, 'gatehouse.db')
  const database = await openDatabase(file)
  onTestFinished(async () => {
    if (connectionOf(database).isOpen) await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const rows = rowsOf(database, 1, 0)
  const [small, large] = ['a/small', 'a/large'].map((name, index) => {
    const project_id = rows.project({ name })
    return { project_id, lockfile_id: rows.lockfile({ project_id, ref_id: index + 1 }) }
  })
  if (!small || !large) throw new Error('no lockfiles')
  // More than are read at once, of both by turns.
  connectionOf(database).exec('begin')
  for (let index = 0; index < 6000; index++) {
    rows.dependency({ ...(index % 3 === 0 ? small : large), name: `p${index}` })
  }
  connectionOf(database).exec('commit')
  return { file, database, names: () => namesIn(database) }
}

it('what is written while dependencies are loaded, and after, is found by the next search', async () => {
  const { database, names } = await onDisk()
  const held = startDependencyColumns(database)
  const writing = database.write(async (transaction) => {
    await transaction.deleteFrom('dependency').where('id', '<=', 10).execute()
    await transaction.updateTable('dependency').set({ name: 'p-new' }).where('id', '=', 6000).execute()
  })
  const [, first] = await Promise.all([writing, names()])
  expect([5990, 6000]).toContain(first.length)
  const matches = await names()
  expect([matches.length, matches.at(-1), matches[0]]).toEqual([5990, 'p-new', 'p10'])

  // A primary branch that becomes another one, a deleted project, and a write that is taken back.
  await database.write((transaction) =>
    transaction.updateTable('dependency').set({ on_primary: 0 }).where('lockfile_id', '=', 1).execute(),
  )
  expect(await names()).toHaveLength(4000 - 6)
  await expect(
    database.write(async (transaction) => {
      await transaction.deleteFrom('dependency').execute()
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await names()).toHaveLength(4000 - 6)
  await database.write((transaction) => transaction.deleteFrom('dependency').execute())
  expect(await names()).toEqual([])
  await held.stop()
})

it('one search never sees half of a write', async () => {
  const { database, names } = await onDisk()
  await names()
  const sizes = new Set<number>()
  const reading = Array.from({ length: 20 }, async (_, turn) => {
    if (turn % 2 === 0) {
      await database.write(async (transaction) => {
        await transaction
          .deleteFrom('dependency')
          .where('id', 'in', [turn * 2 + 1, turn * 2 + 2])
          .execute()
      })
    }
    sizes.add((await names()).length)
  })
  await Promise.all(reading)
  expect([...sizes].filter((size) => size % 2 === 1)).toEqual([])
})

it('what one start leaves the next begins with, asked or not, and whatever is written before it is', async () => {
  const { file, database } = await onDisk()
  await database.write((transaction) => transaction.deleteFrom('project').where('id', '=', 99).execute())
  const first = startDependencyColumns(database)
  expect(await namesIn(database)).toHaveLength(6000)
  await first.stop()
  await database.close()

  const next = async (work: (opened: Database) => Promise<void>) => {
    const opened = await openDatabase(file)
    expect(opened.columnFiles.isCurrent('lockfiles')).toBe(true)
    const held = startDependencyColumns(opened)
    await work(opened)
    await held.stop()
    await opened.close()
  }
  const without = (opened: Database, name: string) =>
    opened.write((transaction) => transaction.deleteFrom('dependency').where('name', '=', name).execute())

  await next(async () => undefined)
  await next(async (opened) => void (await without(opened, 'p1')))
  await next(async (opened) => {
    await without(opened, 'p2')
    const matches = await namesIn(opened)
    expect([matches.length, matches.slice(0, 3)]).toEqual([5998, ['p0', 'p3', 'p4']])
    await without(opened, 'p3')
    expect(await namesIn(opened)).toHaveLength(5997)
  })
  await next(async (opened) => expect(await namesIn(opened)).toHaveLength(5997))
})
