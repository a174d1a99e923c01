import { describe, expect, it } from 'vitest'
import { dataFolder, serveFor } from '#server/testing/command-line.ts'
import { certificateResult } from './public-url.ts'
import { freePort, startProxy } from './testing/proxy.ts'
import { runDoctor } from './testing/results.ts'

describe('the public URL', () => {
  it('leads through a proxy to the service, and tells what the proxy changes', async () => {
    const folder = await dataFolder()
    const proxy = await startProxy()
    const port = await freePort()
    const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_PUBLIC_URL: proxy.url, PORT: String(port) }
    const served = await serveFor(environment)
    proxy.target = `http://127.0.0.1:${port}`
    const check = async () => {
      const { exit, result } = await runDoctor({ GATEHOUSE_DATA: folder })
      return { exit, url: result('public-url'), proxy: result('proxy') }
    }
    expect(await check()).toMatchObject({
      exit: 0,
      url: { status: 'ok', detail: `${proxy.url} reaches this service.` },
      proxy: { status: 'ok' },
    })
    proxy.drops = ['authorization', 'last-event-id']
    expect(await check()).toMatchObject({
      exit: 1,
      url: { status: 'ok' },
      proxy: { status: 'failed', detail: expect.stringMatching(/Authorization .*Last-Event-ID/) },
    })
    proxy.drops = []
    proxy.maxBody = 1_000_000
    expect(await check()).toMatchObject({
      exit: 0,
      proxy: { status: 'warning', advice: expect.stringContaining('client_max_body_size') },
    })
    proxy.sets = { date: new Date(Date.now() - 630_000).toUTCString() }
    expect(await check()).toMatchObject({
      url: { status: 'warning', detail: expect.stringContaining('differs by 10 minutes') },
    })
    proxy.target = null
    expect(await check()).toMatchObject({
      exit: 1,
      url: { status: 'failed', detail: expect.stringContaining('did not reach this service') },
      proxy: { status: 'skipped' },
    })
    await served.stop()
  })

  it('does not lead to the service of another folder', async () => {
    const other = await serveFor({ GATEHOUSE_DATA: await dataFolder() })
    const folder = await dataFolder()
    const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_PUBLIC_URL: other.base })
    const { exit, result } = await runDoctor({ GATEHOUSE_DATA: folder })
    expect(exit).toBe(1)
    expect(result('public-url').detail).toContain('reaches another Gatehouse')
    await served.stop()
    const away = { GATEHOUSE_DATA: folder, GATEHOUSE_PUBLIC_URL: 'http://127.0.0.1:1' }
    const alone = await serveFor(away)
    expect((await runDoctor(away)).result('public-url')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('does not answer: connect ECONNREFUSED'),
    })
    await alone.stop()
    await other.stop()
  })

  it('is missing where other machines reach the service', async () => {
    const environment = { GATEHOUSE_DATA: await dataFolder(), HOST: '0.0.0.0' }
    const { result } = await runDoctor(environment)
    expect(result('public-url')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('GATEHOUSE_PUBLIC_URL is not set'),
    })
    const plain = await runDoctor({ ...environment, GATEHOUSE_PUBLIC_URL: 'http://gatehouse.example' })
    expect(plain.result('public-url').detail).toContain('unencrypted')
  })

  it('has a certificate that is trusted and lasts', () => {
    const now = Date.UTC(2026, 0, 1)
    const day = 86_400_000
    const address = 'https://gatehouse.example'
    const check = (certificateEnd: number, distrust: string | null) =>
      certificateResult(address, { certificateEnd, distrust }, now)
    expect(check(now + 90 * day, null)).toBeNull()
    expect(check(now + 10 * day, null)).toMatchObject({
      status: 'warning',
      detail: 'The certificate of https://gatehouse.example expires in 10 days.',
    })
    expect(check(now - day, 'certificate has expired')).toMatchObject({ status: 'failed' })
    expect(check(now + 90 * day, 'self-signed certificate')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('does not trust its certificate: self-signed certificate'),
    })
  })
})
