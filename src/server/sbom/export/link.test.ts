import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { shopService } from '../testing/shop.ts'

describe('the link', () => {
  it('cannot be guessed, prolonged or used for another export, and ends', async () => {
    const { ask, read, send, services, clock } = await shopService()
    const tokens = [(await ask()).body.taskToken, (await ask()).body.taskToken]
    await services.jobs.settled()
    const urls = await Promise.all(
      tokens.map(async (token) => new URL((await read(token)).body.downloadUrl ?? '').pathname),
    )
    const [first = '', second = ''] = urls
    const status = async (path: string) => (await send('GET', path, { token: null })).status
    const parts = (path: string) => path.slice('/api/v1/sbom/download/'.length).split('.')
    const [id, until, signature] = parts(first)
    const base = '/api/v1/sbom/download/'
    expect(await status(first)).toBe(200)
    expect(await status(`${base}${id}.${Number(until) + 60_000}.${signature}`)).toBe(404)
    expect(await status(`${base}${parts(second)[0]}.${until}.${signature}`)).toBe(404)
    expect(await status(`${base}${id}.${until}.${'A'.repeat(43)}`)).toBe(404)
    expect(await status(`${base}..%2F..%2Fetc%2Fpasswd`)).toBe(404)
    clock.now += 16 * 60_000
    expect(await status(first)).toBe(404)
    const fresh = new URL((await read(tokens[0] ?? '')).body.downloadUrl ?? '').pathname
    expect(await status(fresh)).toBe(200)
  })

  it('ends with the file after 7 days, while the record stays', async () => {
    const { services, ask, read, clock } = await shopService()
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    expect(await readdir(join(services.config.dataFolder, 'exports'))).toEqual([taskToken])
    clock.now += 7 * 24 * 3600_000
    expect((await read(taskToken)).body).toMatchObject({
      status: 'SBOM_EXPORT_STATUS_COMPLETED',
      downloadUrl: null,
    })
    await services.jobs.start()
    expect(await readdir(join(services.config.dataFolder, 'exports'))).toEqual([])
  })

  it('ends on time, without a restart', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { services, ask, clock } = await shopService()
    await services.jobs.start()
    const { taskToken } = (await ask()).body
    await services.jobs.settled()
    const folder = join(services.config.dataFolder, 'exports')
    clock.now += 7 * 24 * 3600_000 - 1
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await readdir(folder)).toEqual([taskToken])
    clock.now += 1
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.poll(() => readdir(folder)).toEqual([])
  })
})
