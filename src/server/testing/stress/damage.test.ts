import { cp, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/engine.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { type Database, DatabaseFault } from '../../db/database.ts'
import { toHttpError } from '../../http/errors.ts'
import { dataFolder, serveFor } from '../command-line.ts'
import { perScan, requestJson, scanFile, token } from './promises.ts'
import { forced } from './repetitions.ts'

const main = '/api/v1/deployments/main'
const file = 'gatehouse.db'

async function filled() {
  const folder = await dataFolder()
  const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  await requestJson(served, 'POST', 'scans?project=acme/shop', scanFile)
  return { folder, served }
}

async function overwrite(path: string, at: number, bytes: Uint8Array) {
  const opened = await open(path, 'r+')
  await opened.write(bytes, 0, bytes.length, at)
  await opened.close()
}

/** Everything in the tables, read row by row. */
async function readAll(database: Database) {
  const tables = await database.read.introspection.getTables()
  for (const { name } of tables) connectionOf(database).prepare(`select * from "${name}"`).all()
}

describe('a database file that is damaged while the service stands still', () => {
  it('is refused with one line, or read as far as it goes, wherever it is damaged', async () => {
    const { folder, served } = await filled()
    await served.stop()
    const whole = join(folder, file)
    const size = (await readFile(whole)).length
    const damage = fc.oneof(
      fc.record({ at: fc.nat(size - 1), length: fc.integer({ min: 1, max: 3 * 4096 }), byte: fc.nat(255) }),
      fc.record({
        at: fc.nat(Math.floor(size / 4096)).map((page) => page * 4096),
        length: fc.constant(4096),
        byte: fc.nat(255),
      }),
      fc.record({ cut: fc.nat(size - 1) }),
    )
    const place = await mkdtemp(join(tmpdir(), 'gatehouse-damage-'))
    onTestFinished(() => rm(place, { recursive: true, force: true }))
    const path = join(place, file)
    let refused = 0
    await fc.assert(
      fc.asyncProperty(damage, async (one) => {
        await cp(whole, path)
        if ('cut' in one) await truncate(path, one.cut)
        else await overwrite(path, one.at, Buffer.alloc(Math.min(one.length, size - one.at), one.byte))
        try {
          const database = await openDatabase(path)
          try {
            await readAll(database)
          } catch (error) {
            // Not every damage shows at the start: what shows later is told as what it is.
            expect(toHttpError(error).status, String(error)).toBe(503)
          } finally {
            await database.close()
          }
        } catch (error) {
          if (!(error instanceof DatabaseFault)) throw error
          refused += 1
          expect(error.message).toMatch(/^The database .*/)
        }
        await rm(path, { force: true })
        await rm(`${path}-wal`, { force: true })
      }),
      { numRuns: forced(20) },
    )
    expect(refused).toBeGreaterThan(0)
  })
})

describe('a database file that is damaged under a running service', () => {
  const atHead = 'overwritten at its head'
  const damages: [string, (path: string) => Promise<void>][] = [
    [atHead, (path) => overwrite(path, 0, Buffer.alloc(100, 0xff))],
    ['overwritten by a letter', (path) => writeFile(path, 'This is a letter, no database. '.repeat(60_000))],
    ['cut short', (path) => truncate(path, 8192)],
    ['overwritten from its second page on', (path) => overwrite(path, 4096, Buffer.alloc(400_000, 0xa5))],
  ]
  it.each(damages)(
    '%s: says so with 503, never fails inside, and goes on with a whole one',
    async (name, damage) => {
      const { folder, served } = await filled()
      await served.stop()
      const path = join(folder, file)
      const whole = await readFile(path)
      const again = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
      await damage(path)
      const headers = { authorization: `Bearer ${token}` }
      const answers = []
      for (const at of [
        'projects',
        'findings?page_size=3000',
        'findings?q=call',
        'dependencies/facets',
        'audit',
        'views',
      ]) {
        const response = await fetch(`${again.base}${main}/${at}`, { headers })
        answers.push({
          status: response.status,
          body: await response.json(),
          retry: response.headers.get('retry-after'),
        })
      }
      const edit = {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '["x"]',
      }
      answers.push({ status: (await fetch(`${again.base}${main}/projects/acme/shop/tags`, edit)).status })
      for (const { status } of answers) expect([200, 404, 405, 503]).toContain(status)
      const unavailable = answers.filter(({ status }) => status === 503)
      // Its head may be known to the log.
      if (name !== atHead) expect(unavailable.length).toBeGreaterThan(0)
      for (const one of unavailable.filter(({ body }) => body)) {
        expect(one).toMatchObject({
          retry: null,
          body: { detail: expect.stringMatching(/is damaged\. .*backup/) },
        })
      }
      await again.stop()
      for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
      await writeFile(path, whole)
      const mended = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
      expect(await requestJson(mended, 'GET', 'findings/facets')).toMatchObject({ total: perScan })
      expect(await mended.stop()).toBe(0)
    },
  )
})

it('starts whole on what was folded in when its log was taken away, with nothing half done', async () => {
  const { folder, served } = await filled()
  await served.stop()
  const again = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  await requestJson(again, 'POST', 'scans?project=acme/second', scanFile)
  await again.stop('SIGKILL')
  for (const end of ['-wal', '-shm']) await rm(join(folder, file + end), { force: true })
  const third = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  expect(await requestJson(third, 'GET', 'findings/facets')).toMatchObject({ total: perScan })
  expect(await third.stop()).toBe(0)
})
