import { describe, expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { getCapabilities } from '#contract/operations/description.ts'
import { getMe } from '#contract/operations/session.ts'
import { listSessions } from '#contract/operations/sessions.ts'
import { allRoutes } from './routes.ts'
import { startTestService } from './testing/service.ts'

describe('every answer', () => {
  it('has a request id, which a problem names', async () => {
    const service = await startTestService()
    const response = await service.send('GET', '/api/v1/nowhere')
    expect(response.status).toBe(404)
    expect(response.headers['content-type']).toContain('application/problem+json')
    expect(response.body).toMatchObject({ status: 404, instance: response.headers['x-request-id'] })
  })

  it('says 405 with Allow for a wrong method', async () => {
    const service = await startTestService()
    const response = await service.send('POST', '/api/v1/me', { body: {} })
    expect(response.status).toBe(405)
    expect(response.headers['allow']).toBe('GET, HEAD')
  })

  it('says 405 where a path names what could be the id of another', async () => {
    const service = await startTestService()
    const at = `/api/v1/deployments/${service.deployment.id}/findings`
    for (const [method, path, allow] of [
      ['PATCH', `${at}/export`, 'GET, HEAD'],
      ['GET', '/api/v1/deployments/main/triage', 'POST'],
      ['HEAD', '/api/v1/deployments/main/triage?q=x', 'POST'],
      ['PROPFIND', `${at}/7`, 'GET, PATCH, HEAD'],
    ] as const) {
      const { status, headers } = await service.send(method, path)
      expect([method, path, status, headers['allow']]).toEqual([method, path, 405, allow])
    }
  })
})

describe('a service that stops', () => {
  it('refuses what is new with a problem, and lets go of connections that it answers', async () => {
    const service = await startTestService()
    const started = Promise.withResolvers<void>()
    const mayClose = Promise.withResolvers<void>()
    service.server.addHook('preClose', async () => {
      started.resolve()
      await mayClose.promise
    })
    await service.server.listen({ host: '127.0.0.1', port: 0 })
    const refused = async () => {
      const response = await fetch(`${service.services.publicUrl()}/api/v1/ping`)
      expect(response.status).toBe(503)
      expect(response.headers.get('content-type')).toContain('application/problem+json')
      expect(response.headers.get('retry-after')).toBe('5')
      expect(response.headers.get('connection')).toBe('close')
    }
    service.setDraining(true)
    await refused()
    const closed = service.server.close()
    await started.promise
    await refused()
    mayClose.resolve()
    await closed
  })
})

describe('who asks', () => {
  it('answers 401 without, 403 for a token without Web API access', async () => {
    const service = await startTestService()
    const none = await service.call(getMe, { token: null })
    expect(none.status).toBe(401)
    expect(none.headers['www-authenticate']).toBe('Bearer')
    expect((await service.call(getMe, { token: 'x'.repeat(40) })).status).toBe(401)
    const closed = await service.mint({ webApiEnabled: false })
    const refused = await service.call(getMe, { token: closed })
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('Web API access') })
  })

  it('signs in with a token and keeps the session in a cookie', async () => {
    const service = await startTestService()
    const signedIn = await service.send('POST', '/api/v1/session', {
      body: { token: service.token },
      token: null,
    })
    expect(signedIn.status).toBe(200)
    const cookie = String(signedIn.headers['set-cookie'])
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    const sessions = await service.call(listSessions, { token: null, headers })
    expect(sessions.body.sessions).toHaveLength(1)
    const foreign = await service.send('DELETE', '/api/v1/session', {
      token: null,
      headers: { ...headers, 'sec-fetch-site': 'cross-site' },
    })
    expect(foreign.status).toBe(403)
  })
})

it('lists only what it can do, and answers 501 for the rest', async () => {
  const service = await startTestService()
  const { extensions } = (await service.call(getCapabilities)).body
  for (const operation of operations.filter(
    (one) => one.mark === 'extension' && !extensions.includes(one.id),
  )) {
    const url = operation.path.replace(/\{deployment\w+\}/, 'main').replace(/\{\w+\}/g, '1')
    const response = await service.send(operation.method, url, operation.method === 'GET' ? {} : { body: {} })
    expect([operation.id, response.status]).toEqual([operation.id, 501])
  }
})

describe('routes and contract', () => {
  it('know each other: no route without an operation, none twice, every documented and named one built', async () => {
    const { services } = await startTestService()
    const built = allRoutes(services).map((route) => route.operation.id)
    expect(built.filter((id) => !operations.some((operation) => operation.id === id))).toEqual([])
    expect(new Set(built).size).toBe(built.length)
    const promised = operations.filter((operation) => operation.mark !== 'extension')
    expect(promised.filter((operation) => !built.includes(operation.id))).toEqual([])
  })

  it('have every address of the API in common', async () => {
    const { server } = await startTestService()
    const served = addressesOf(server.printRoutes({ commonPrefix: false }))
    const text = operations.map((operation) =>
      operation.path.replace(/\{deployment\w+\}/, ':deployment').replace(/\{(\w+)\}/g, ':$1'),
    )
    expect(served.filter((address) => address.startsWith('/api')).toSorted()).toEqual(
      [...new Set(text)].toSorted(),
    )
  })
})

/** The addresses of the router's own tree, whose branches are drawn with lines. */
function addressesOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([│├└─\s]*)(\S+?)(?: \((.+)\))?$/u.exec(line) ?? []
    if (indent === undefined || part === undefined) return []
    const depth = indent.length / 4 - 1
    above.splice(depth)
    above.push(part)
    return methods ? [above.join('')] : []
  })
}
