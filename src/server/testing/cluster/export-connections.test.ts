import { afterAll, expect, it } from 'vitest'
import { startInThread, stopExportThread } from '#server/findings/export/export-thread.ts'
import { startTestService } from '../service.ts'

// One that is ended from outside with its tests can take the process with it.
afterAll(stopExportThread)

const origin = { version: '1', publicUrl: 'http://localhost', slug: 'main' }
const kind = { deploymentId: 1, format: 'csv', columns: undefined, type: 'sast', origin } as const

it('four exports of a process hold a connection, the next waits for one of them, and is refused when none ends', async () => {
  const { address } = (await startTestService()).services.database
  if (address === null) throw new Error('the database has no address')
  const begin = (timeout?: number) => startInThread(address, kind, timeout)
  const running = await Promise.all([begin(), begin(), begin(), begin()])
  await expect(begin(1)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  const next = begin()
  running[0]?.release()
  expect(await next).toMatchObject({ changeNumber: expect.any(Number) })
  for (const one of [...running.slice(1), await next]) one?.release()
})
