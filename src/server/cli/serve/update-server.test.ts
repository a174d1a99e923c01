import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { openUpdateServer } from './update-server.ts'

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // parse: it listens on an address of the network.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('is alive and not ready while the database is updated, and frees the port', async () => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const server = await openUpdateServer({ host: '127.0.0.1', port })
  const { detail } = await (await fetch(`${base}/readyz`)).json()
  expect(detail).toBe('Gatehouse is reading its data after an update.')
  server.report(0.437)
  expect((await fetch(`${base}/healthz`)).status).toBe(200)
  for (const path of ['/readyz', '/', '/api/v1/deployments']) {
    const response = await fetch(base + path)
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '10'])
    expect(await response.json()).toMatchObject({
      status: 503,
      detail: 'Gatehouse is updating its database: 43 % done.',
    })
  }
  const page = await fetch(base, { headers: { accept: 'text/html,application/xhtml+xml' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('Gatehouse is updating its database: 43 % done.')
  await server.close()
  await (await openUpdateServer({ host: '127.0.0.1', port })).close()
})

it('rejects where somebody else listens', async () => {
  const port = await freePort()
  const first = await openUpdateServer({ host: '127.0.0.1', port })
  await expect(openUpdateServer({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
  await first.close()
})
