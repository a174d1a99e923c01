import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestService } from '#server/testing/service.ts'
import type { ColumnKind } from './column-kind.ts'
import { ColumnStores } from './column-stores.ts'

/** Columns that are loaded when the test says so. */
async function slowColumns() {
  const { services, deployment } = await startTestService()
  const rows = Promise.withResolvers<string>()
  const kind: ColumnKind<string> = {
    name: 'slow',
    format: '1',
    loader: null,
    isSmall: async () => true,
    load: () => rows.promise,
    countRows: () => 0,
    apply: async () => undefined,
    toData: (columns) => columns,
    fromData: String,
  }
  const log = { error: () => undefined }
  const stores = new ColumnStores({ database: services.database, folder: null, schema: '1', log })
  onTestFinished(() => stores.stop())
  return { stores, kind, deployment, finish: () => rows.resolve('all rows') }
}

it('a request waits ten seconds for columns, and a start as long as it takes', async () => {
  const { stores, kind, deployment, finish } = await slowColumns()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const start = stores.load(kind, deployment.id)
  const request = stores.prepare(kind, deployment.id)
  const refusal = expect(request).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  await vi.advanceTimersByTimeAsync(10_000)
  await refusal
  finish()
  await start
  expect(await stores.read(kind, deployment.id, async (columns) => columns)).toBe('all rows')
})
