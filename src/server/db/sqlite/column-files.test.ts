import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rowsOf } from '#server/testing/rows.ts'
import type { Database } from '../database.ts'
import { readColumnFile, writeColumnFile } from './column-file.ts'
import { openDatabase } from './open.ts'
import { connectionOf, openFile } from './testing/connection.ts'

/** Waits until a file that is written now has another time than this one: some systems tell it by ten milliseconds. */
async function nextInstant(file: string): Promise<void> {
  const { mtimeNs } = await stat(file, { bigint: true })
  const other = `${file}-instant`
  do await writeFile(other, '')
  while ((await stat(other, { bigint: true })).mtimeNs <= mtimeNs)
  await rm(other)
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-kept-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const parts = { length: 3, numbers: Uint32Array.of(1, 2, 3), list: [{ scores: [Number.NaN, 0.5] }, null] }

const deployment = { slug: 'a', name: 'A', demo: 0, change_number: 0, secret_salt: 's', created_at: 0 }

/** What a start finds of findings that were kept. */
const found = async (database: Database, form = 'form') =>
  (await database.columnFiles.claim<typeof parts>('findings', form)?.()) ?? null

/** A database with one finding, whose findings are kept, closed. */
async function closedWithKept() {
  const folder = await freshFolder()
  const file = join(folder, 'gatehouse.db')
  const database = await openDatabase(file)
  const rows = rowsOf(database, 1, 0)
  await database.write((writer) => writer.insertInto('deployment').values(deployment).execute())
  const project_id = rows.project()
  rows.finding({ project_id, ref_id: rows.ref({ project_id }), rule_id: rows.rule() })
  await database.write((writer) => writer.updateTable('finding').set({ path: 'a' }).execute())
  database.columnFiles.save('findings', 'form', parts)
  await database.close()
  return { folder, file, open: () => openDatabase(file) }
}

describe('what is kept beside a database', () => {
  it('is found at the next start, and at each one after it as long as nothing is written', async () => {
    const { open } = await closedWithKept()
    for (let turn = 0; turn < 3; turn++) {
      const database = await open()
      expect(await found(database)).toEqual(parts)
      // What has nothing to do with findings leaves it as it is.
      await database.write((writer) =>
        writer
          .updateTable('deployment')
          .set({ name: `${turn}` })
          .execute(),
      )
      await database.close()
    }
  })

  it.each<[string, (of: { folder: string; file: string; open: () => Promise<Database> }) => Promise<void>]>([
    [
      'a finding was written by the service',
      async ({ open }) => {
        const database = await open()
        await database.write((writer) => writer.updateTable('finding').set({ path: 'b' }).execute())
        await database.close()
      },
    ],
    [
      'a finding was written past the service’s own way',
      async ({ open }) => {
        const database = await open()
        connectionOf(database).exec("update finding set path = 'b'")
        await database.close()
      },
    ],
    [
      'another program wrote to the database',
      async ({ file }) => {
        await nextInstant(file)
        const other = openFile(file)
        other.exec("update finding set path = 'b'")
        other.close()
      },
    ],
    [
      'another program left a log',
      async ({ file }) => {
        await writeFile(`${file}-wal`, Buffer.alloc(4096))
      },
    ],
    ['a copy was put in its place', ({ file }) => utimes(file, new Date(), new Date(2020, 1))],
    [
      'the service before did not come to its end',
      async ({ open, file, folder }) => {
        const manifest = await readFile(join(folder, 'columns', 'manifest.json'))
        const database = await open()
        await database.write((writer) => writer.updateTable('finding').set({ path: 'b' }).execute())
        await expect(readFile(join(folder, 'columns', 'manifest.json'))).rejects.toThrow('ENOENT')
        await database.close()
        // Not even its own manifest brings it back.
        await writeFile(join(folder, 'columns', 'manifest.json'), manifest)
        expect((await readFile(file)).length).toBeGreaterThan(0)
      },
    ],
    ['it is cut off', ({ folder }) => truncate(join(folder, 'columns', 'findings'), 20)],
    [
      'it is damaged',
      async ({ folder }) => {
        const place = join(folder, 'columns', 'findings')
        const bytes = await readFile(place)
        bytes[2] = 255
        await writeFile(place, bytes)
      },
    ],
    ['it is gone', ({ folder }) => rm(join(folder, 'columns', 'findings'))],
    [
      'its manifest is no manifest',
      ({ folder }) => writeFile(join(folder, 'columns', 'manifest.json'), '[1'),
    ],
  ])('is not used where %s', async (_, happens) => {
    const closed = await closedWithKept()
    await happens(closed)
    const database = await closed.open()
    expect(await found(database)).toBeNull()
    expect(database.columnFiles.isCurrent('findings')).toBe(false)
    await database.close()
  })

  it('is not used by a version that reads it otherwise, and is kept anew by that one', async () => {
    const { open } = await closedWithKept()
    const database = await open()
    expect(await found(database, 'another form')).toBeNull()
    expect(database.columnFiles.isCurrent('findings')).toBe(false)
    database.columnFiles.save('findings', 'another form', { other: true })
    await database.close()
    const next = await open()
    expect(await found(next, 'another form')).toEqual({ other: true })
    await next.close()
  })

  it('is nothing that a folder has to take: without room the service ends as ever', async () => {
    const folder = await freshFolder()
    await writeFile(join(folder, 'columns'), 'a file in the way')
    const database = await openDatabase(join(folder, 'gatehouse.db'))
    database.columnFiles.save('findings', 'form', parts)
    expect(database.columnFiles.isCurrent('findings')).toBe(false)
    await database.close()
    expect(await readdir(folder)).toContain('gatehouse.db')
  })

  it('can be read by its owner alone', async () => {
    const { folder } = await closedWithKept()
    for (const name of ['findings', 'manifest.json'])
      expect((await stat(join(folder, 'columns', name))).mode & 0o077).toBe(0)
  })
})

const typed = fc.oneof(
  fc.uint8Array(),
  fc.uint16Array(),
  fc.uint32Array(),
  fc.int32Array(),
  fc.float64Array(),
  fc.uint8Array({ minLength: 2 }).map((array) => array.subarray(1)),
)
const leaf = fc.oneof(typed, fc.string({ unit: 'binary' }), fc.double(), fc.constant(null), fc.boolean())
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('node')),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('node'),
      { noNullPrototype: true },
    ),
  ),
})).node

it('a file gives back whatever was written, arrays of numbers among anything else', async () => {
  const file = join(await freshFolder(), 'parts')
  await fc.assert(
    fc.asyncProperty(value, async (one) => {
      expect(await readColumnFile(file, writeColumnFile(file, { one }))).toEqual({ one })
    }),
  )
})
