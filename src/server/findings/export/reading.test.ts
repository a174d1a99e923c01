import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { exportAudit } from '#contract/operations/audit.ts'
import { revokeToken } from '#contract/operations/tokens.ts'
import type { OpenSnapshot } from '#server/db/database.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from '../testing/build.ts'
import { readCsv } from './testing/csv.ts'

/** A service with many findings that is listened to, and how many views of the data its exports hold open. */
async function listening() {
  const service = await startTestService()
  const build = new Build(service)
  // More than the buffers of a connection hold, so that an export that nobody reads cannot end.
  await build.add(...Array.from({ length: 6000 }, () => ({ note: 'x'.repeat(3000) })))
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const { database } = service.services
  const open = new Set<OpenSnapshot>()
  const openSnapshot = database.openSnapshot.bind(database)
  database.openSnapshot = async () => {
    const made = await openSnapshot()
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
  const begin = async (options: { method?: string; token?: string; cookie?: string } = {}) => {
    const { method = 'GET', token = service.token, cookie } = options
    const left = new AbortController()
    onTestFinished(() => left.abort())
    const url = `${service.services.publicUrl()}/api/v1/deployments/main/findings/export`
    const headers: HeadersInit = cookie ? { cookie } : { authorization: `Bearer ${token}` }
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
      const { answer: response, left } = await begin()
      expect(response.headers.get('x-total-count')).toBe('6000')
      await response.body?.getReader().read()
      left.abort()
      await expect.poll(() => open.size).toBe(0)
    }
    expect(readCsv(await (await begin()).answer.text())).toHaveLength(6001)
  })
})

describe('an export breaks off', () => {
  it('when its token is revoked', async () => {
    const { begin, call, mint, open, services } = await listening()
    const token = await mint({ name: 'short' })
    const other = await begin({ token: await mint({ name: 'other' }) })
    const { answer: response } = await begin({ token })
    expect(response.status).toBe(200)
    const { id } = await services.database.read
      .selectFrom('token')
      .select('id')
      .where('name', '=', 'short')
      .executeTakeFirstOrThrow()
    await call(revokeToken, { path: { id: String(id) } })
    await expect(response.text()).rejects.toThrow()
    expect(readCsv(await other.answer.text())).toHaveLength(6001)
    await expect.poll(() => open.size).toBe(0)
  })

  it('when its person signs out', async () => {
    const { begin, send, token } = await listening()
    const signedIn = await send('POST', '/api/v1/session', { body: { token }, token: null })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const { answer: response } = await begin({ cookie })
    expect(response.status).toBe(200)
    await send('DELETE', '/api/v1/session', {
      token: null,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    await expect(response.text()).rejects.toThrow()
  })

  it('when the time of its token is over', async () => {
    const { begin, clock, mint, open } = await listening()
    const token = await mint({ name: 'short', expiresAt: clock.now + 60_000 })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { answer: response } = await begin({ token })
    expect(response.status).toBe(200)
    clock.now += 60_000
    vi.advanceTimersByTime(15_000)
    await expect(response.text()).rejects.toThrow()
    vi.useRealTimers()
    await expect.poll(() => open.size).toBe(0)
  })
})

it('the log of what people did counts among the exports of a token', async () => {
  const { begin, call, mint } = await listening()
  const token = await mint({ name: 'reader' })
  // An answer that nobody holds is cancelled when memory is cleared.
  const running = []
  for (let turn = 0; turn < 10; turn++) running.push(await begin({ token }))
  expect((await call(exportAudit, { token })).status).toBe(429)
  expect(running.map(({ answer: response }) => response.status)).toEqual(Array(10).fill(200))
})
