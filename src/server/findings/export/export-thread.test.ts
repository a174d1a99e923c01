import { text } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportFormats } from '#contract/operations/export.ts'
import { ColumnStores } from '#server/columns/column-stores.ts'
import { severities, toCode } from '#server/db/codes.ts'
import type { Database } from '#server/db/database.ts'
import { connectionOf, fileOf, withAddress } from '#server/db/sqlite/testing/connection.ts'
import { updateFindings } from '#server/findings/writes.ts'
import { exportTimeouts } from '#server/http/response/limit-stream.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { prepareColumns } from '../snapshot.ts'
import { Build } from '../testing/build.ts'
import { startExport } from './export.ts'
import { startInThread, stopExportThread } from './export-thread.ts'
import { readCsv } from './testing/csv.ts'

/** The threads of exports, one after another. */
const threads: Worker[] = []
process.on('worker', (worker) => {
  if (worker.threadName === 'exports') threads.push(worker)
})

/** Has the last of them break down, over a message that it cannot read. */
async function breakDown() {
  const last = threads.at(-1)
  const ended = new Promise((resolve) => last?.once('exit', resolve))
  last?.postMessage(null)
  await ended
}

// One of an earlier file is not in the list.
beforeAll(stopExportThread)
// One that is ended from outside with its tests can take the process with it.
afterAll(stopExportThread)

/** A service on disk with more findings than what is read ahead. */
async function filled() {
  const service = await startTestService({ onDisk: true })
  const build = new Build(service)
  const drawn = ['critical', 'high', 'low'] as const
  const findings = Array.from({ length: 3000 }, (_, at) => ({
    note: `${at} ${'ä'.repeat(500)}`,
    severity: drawn[at % 3] ?? 'low',
  }))
  await build.add(...findings)
  return service
}

type Asked = Parameters<typeof startExport>[2]
const origin = { version: '1', publicUrl: 'http://localhost', slug: 'main' }
const kind = { deploymentId: 1, format: 'csv', columns: undefined, type: 'sast', origin } as const

function begin(service: TestService, request: Asked = {}, times = exportTimeouts) {
  return startExport(service.services.columns, service.deployment.id, request, origin, times)
}

const storesOf = (database: Database) =>
  new ColumnStores({ database, folder: null, schema: '', log: { error: () => undefined } })

/** Whether somebody still reads an older state of the data, so that the log cannot be emptied. */
function isHeld({ services }: TestService) {
  connectionOf(services.database).exec('begin immediate; commit')
  const state = connectionOf(services.database).prepare('pragma wal_checkpoint(truncate)').get()
  return state?.['busy'] === 1
}

async function change({ services, deployment }: TestService, word: (typeof severities)[number]) {
  const severity = toCode(severities, word)
  const ids = Array.from({ length: 50 }, (_, index) => index + 1)
  await services.change(deployment.id, 'Tess Ter', (transaction) =>
    updateFindings(transaction, ids, { severity }),
  )
}

describe('an export of a database on disk', () => {
  it('is written in another thread, as this one would write it', async () => {
    const service = await filled()
    const { database } = service.services
    for (const format of exportFormats) {
      const request: Asked = { format, sort: '-severity', severities: ['critical', 'low'] }
      const there = await begin(service, request)
      const here = await startExport(
        storesOf(withAddress(database, null)),
        service.deployment.id,
        request,
        origin,
      )
      expect(there.total).toBe(2000)
      expect(here.total).toBe(2000)
      const written = await text(there.stream)
      expect(written.length).toBeGreaterThan(1_000_000)
      expect(written === (await text(here.stream))).toBe(true)
    }
    expect(threads).toHaveLength(1)
  })

  it('has what it chose, as it stood then, when others write as it begins', async () => {
    const service = await filled()
    const { database } = service.services
    await change(service, 'low')
    const held = Promise.withResolvers<void>()
    const holding = database.snapshot(() => held.promise)
    const beginning = begin(service, { severities: ['critical'], columns: ['id', 'severity', 'note'] })
    // By then the other thread sees the data, and this one does not yet.
    const { address } = database
    if (address === null) throw new Error('it is in memory')
    const next = await startInThread(address, kind)
    next?.release()
    await change(service, 'critical')
    held.resolve()
    await holding
    const { total, stream } = await beginning
    const [, ...rows] = readCsv(await text(stream))
    expect(rows).toHaveLength(total)
    expect(new Set(rows.map(([, severity]) => severity))).toEqual(new Set(['critical']))
  })

  it('lets go of its view of the data when it is read, cancelled, or not read for long', async () => {
    const service = await filled()
    const { stream: read } = await begin(service)
    await change(service, 'low')
    expect(isHeld(service)).toBe(true)
    await text(read)
    await expect.poll(() => isHeld(service)).toBe(false)

    const { stream: cancelled } = await begin(service)
    await change(service, 'critical')
    expect(isHeld(service)).toBe(true)
    cancelled.destroy()
    await expect.poll(() => isHeld(service)).toBe(false)

    const { stream: unread } = await begin(service, {}, { idle: 300, total: 60_000 })
    const broken = new Promise((resolve) => unread.once('error', resolve))
    expect(await broken).toEqual(new Error('The export was not read in time.'))
    await expect.poll(() => isHeld(service)).toBe(false)
  })

  it('lets go of its view of the data when the service stops', async () => {
    const service = await filled()
    const { stream } = await begin(service)
    await change(service, 'low')
    expect(isHeld(service)).toBe(true)
    await stopExportThread()
    expect(isHeld(service)).toBe(false)
    stream.destroy()
  })

  it('breaks off where the thread ends, and the next one has another thread', async () => {
    const service = await filled()
    const { stream } = await begin(service)
    const broken = new Promise((resolve) => stream.once('error', resolve))
    const last = threads.length
    await breakDown()
    stream.resume()
    expect(await broken).toEqual(new Error('The thread of exports ended.'))
    const { stream: next, total } = await begin(service)
    expect(readCsv(await text(next))).toHaveLength(total + 1)
    expect(threads).toHaveLength(last + 1)
  })

  it('is written here where the thread ends before it begins', async () => {
    const service = await filled()
    const { stream: other } = await begin(service)
    other.destroy()
    const last = threads.length
    const ending = breakDown()
    const { stream, total } = await begin(service)
    await ending
    expect(threads).toHaveLength(last)
    expect(readCsv(await text(stream))).toHaveLength(total + 1)
  })

  it('is written here where the other thread cannot read', async () => {
    const service = await filled()
    const { database } = service.services
    const address = { engine: 'sqlite' as const, file: fileOf(database) }
    const elsewhere = storesOf(withAddress(database, address))
    await prepareColumns(elsewhere, service.deployment.id)
    address.file = '/not-there'
    const { stream, total } = await startExport(elsewhere, service.deployment.id, {}, origin)
    expect(readCsv(await text(stream))).toHaveLength(total + 1)
  })
})
