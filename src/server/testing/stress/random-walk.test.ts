import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { exportSbom, getSbomExport } from '#contract/operations/sbom.ts'
import { createToken } from '#contract/operations/tokens.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { createLogger } from '../../http/logger.ts'
import { createOneOfEach } from '../examples/one-of-each.ts'
import { startTestService } from '../service.ts'

/** What answers beside the operations of the contract, to somebody without a token. */
const beside: Record<string, number> = {
  'GET /docs': 200,
  'GET /docs/': 200,
  'GET /docs.css': 200,
  'GET /healthz': 200,
  // The link in e-mails, here without its key.
  'GET /unsubscribe': 404,
  'POST /unsubscribe': 404,
  'GET /readyz': 200,
  // Only who owns the process comes to these, through its socket.
  'GET /local/deployments': 404,
  // The dashboard, which is not built here.
  'GET *': 404,
  'POST /local/deployments': 404,
  'POST /local/probes': 404,
  'POST /local/seed': 404,
  'GET /local/probes/:id': 404,
  'DELETE /local/deployments/:slug': 404,
  'DELETE /local/people/:name': 404,
  'GET /local/deployments/:slug': 404,
  'GET /local/deployments/:slug/archive': 404,
  'GET /local/people/:name': 404,
  'GET /local/people/:name/archive': 404,
  'GET /local/seed': 404,
  'GET /local/status': 404,
  'POST /local/sign-in-link': 404,
}

/** Addresses and methods of the router's own tree, whose branches are drawn with lines. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([│├└─\s]*)(\S+?)(?: \((.+)\))?$/u.exec(line) ?? []
    if (indent === undefined || part === undefined) return []
    above.splice(indent.length / 4 - 1)
    above.push(part)
    return (methods?.split(', ') ?? []).map((method) => `${method} ${above.join('')}`)
  })
}

describe('every route', () => {
  it('is an operation of the contract, or one of the few beside them, and those are closed but for what is open', async () => {
    const { server, send } = await startTestService()
    const others = routesOf(server.printRoutes({ commonPrefix: false })).filter(
      (route) => !/ \/api\//.test(route) && !route.startsWith('HEAD '),
    )
    const matches: Record<string, number> = {}
    for (const route of others) {
      const [method = '', address = ''] = route.split(' ')
      const body = method === 'GET' ? {} : { body: {} }
      matches[route] = (await send(method, address, { token: null, ...body })).status
    }
    expect(matches).toEqual(beside)
  })

  it('answers under the strict policy, whatever it answers', async () => {
    const { send } = await startTestService({ config: { publicUrl: 'https://gatehouse.example' } })
    const request = [
      ...operations.map(({ id, method, path }) => [id === 'streamEvents' ? 'HEAD' : method, path] as const),
      ...['/docs', '/docs/', '/healthz', '/readyz', '/nowhere', '/api/v1/nowhere'].map(
        (path) => ['GET', path] as const,
      ),
    ]
    for (const [method, path] of request) {
      for (const token of [null, undefined]) {
        const address = path.replace(/\{deployment\w+\}/, 'main').replace(/\{\w+\}/g, '1')
        const body = method === 'GET' || method === 'DELETE' || method === 'HEAD' ? {} : { body: {} }
        const { headers, status } = await send(method, address, {
          ...body,
          ...(token === null ? { token } : {}),
        })
        expect({ address, status, ...headers }).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'strict-transport-security': 'max-age=31536000',
          'content-security-policy': expect.stringMatching(
            /default-src 'self'.*frame-ancestors 'none'.*script-src 'self'(;|$)/,
          ),
        })
        expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src [^;]*unsafe-inline/)
      }
    }
  })
})

it('writes no secret into its log, however it comes', async () => {
  let log = ''
  const lines = new Writable({
    write(piece, _, done) {
      log += piece
      done()
    },
  })
  const service = await createOneOfEach({ logger: createLogger('trace', lines) })
  const { send, call, token } = service
  const made = { name: 'Ben', role: 'admin', webApiEnabled: true }
  const { secret } = (await call(createToken, { body: made })).body
  const wrong = 'gate_a-wrong-token-that-nobody-may-read'
  const signedIn = await send('POST', '/api/v1/session', { body: { token: secret }, token: null })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  await send('GET', '/api/v1/me', { token: null, headers: { cookie } })
  await send('POST', '/api/v1/session', { body: { token: wrong }, token: null })
  await send('POST', '/api/v1/session', { body: { code: wrong }, token: null })
  await send('GET', '/api/v1/me', { token: wrong })
  const { taskToken } = (await call(exportSbom, { body: {} })).body
  await service.services.jobs.settled()
  const { downloadUrl } = (await call(getSbomExport, { path: { taskToken } })).body
  const download = new URL(String(downloadUrl)).pathname
  expect((await send('GET', download, { token: null })).status).toBe(200)
  // One that fails inside is logged with more than others.
  connectionOf(service.services.database).exec('alter table project rename to gone')
  expect((await send('GET', '/api/v1/deployments/main/projects', { headers: { cookie } })).status).toBe(503)
  expect(log).toContain('/api/v1/session')
  for (const one of [token, secret, wrong, cookie.split('=')[1], download.split('/').at(-1)]) {
    expect(one?.length).toBeGreaterThan(20)
    expect(log).not.toContain(one)
  }
})
