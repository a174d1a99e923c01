import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Snapshot } from '#server/db/database.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from '../testing/build.ts'
import { startExport } from './export.ts'
import { readCsv } from './testing/csv.ts'

describe('an export that nobody reads', () => {
  async function onDisk() {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-export-'))
    const database = await openDatabase(join(folder, 'gatehouse.db'))
    onTestFinished(async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    })
    return database
  }
  const origin = { version: '1', publicUrl: 'http://localhost', slug: 'main' }

  it('lets go of its view of the data', async () => {
    const database = await onDisk()
    const closed = Promise.withResolvers<void>()
    const snapshot = database.snapshot()
    const watched = {
      ...snapshot,
      close() {
        snapshot.close()
        closed.resolve()
      },
    }
    const { stream } = await startExport({ ...database, snapshot: () => watched }, 1, {}, origin, {
      idle: 5,
      whole: 60_000,
    })
    stream.once('error', () => undefined)
    await closed.promise
    expect(stream.destroyed).toBe(true)
  })

  it('shows nothing of what is written after it began', async () => {
    const database = await onDisk()
    const snapshot = database.snapshot()
    const count = () => snapshot.read.selectFrom('policy').selectAll().execute()
    expect(await count()).toEqual([])
    database.connection.exec(
      "insert into policy (deployment_id, name, slug, product_type, is_default) values (1, 'p', 'p', 0, 0)",
    )
    expect(await count()).toEqual([])
    snapshot.close()
    expect(await database.read.selectFrom('policy').selectAll().execute()).toHaveLength(1)
  })
})

/** A service with many findings that is listened to, and how many views of the data its exports hold open. */
async function listening() {
  const service = await startTestService()
  const build = new Build(service)
  // More than the buffers of a connection hold, so that an export that nobody reads cannot end.
  await build.add(...Array.from({ length: 6000 }, () => ({ note: 'x'.repeat(3000) })))
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const { database } = service.services
  const open = new Set<Snapshot>()
  const { snapshot } = database
  database.snapshot = () => {
    const made = snapshot()
    const watched = {
      ...made,
      close() {
        made.close()
        open.delete(watched)
      },
    }
    open.add(watched)
    return watched
  }
  const begin = async (options: { method?: string; token?: string } = {}) => {
    const { method = 'GET', token = service.token } = options
    const left = new AbortController()
    onTestFinished(() => left.abort())
    const url = `${service.services.publicUrl()}/api/v1/deployments/main/findings/export`
    const headers = { authorization: `Bearer ${token}` }
    return { answer: await fetch(url, { headers, method, signal: left.signal }), left }
  }
  return { ...service, open, begin }
}

describe('exports at once', () => {
  it('are ten for a token, and the next may begin when one is cancelled', async () => {
    const { begin, mint, open } = await listening()
    const running = []
    for (let turn = 0; turn < 10; turn++) running.push(await begin())
    const { answer: refused } = await begin()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect((await refused.json()).detail).toContain('10 exports')
    const other = await begin({ token: await mint({ name: 'other' }) })
    expect(other.answer.status).toBe(200)
    expect(open.size).toBe(11)

    running[0]?.left.abort()
    await expect.poll(async () => (await begin({ method: 'HEAD' })).answer.status).toBe(200)
    await expect.poll(() => open.size).toBe(10)
    const whole = await other.answer.text()
    expect(readCsv(whole)).toHaveLength(6001)
    await expect.poll(() => open.size).toBe(9)
  })

  it('that are cancelled one after the other leave nothing behind', async () => {
    const { begin, open } = await listening()
    for (let turn = 0; turn < 12; turn++) {
      const { answer, left } = await begin()
      expect(answer.headers.get('x-total-count')).toBe('6000')
      await answer.body?.getReader().read()
      left.abort()
      await expect.poll(() => open.size).toBe(0)
    }
    expect(readCsv(await (await begin()).answer.text())).toHaveLength(6001)
  })
})
