import { describe, expect, it } from 'vitest'
import { createToken, patchToken, revokeToken } from '#contract/deployments.ts'
import { endSession, getMe, listSessions } from '#contract/session.ts'
import { type CallOptions, startTestService, type TestService } from '#server/testing/service.ts'

const signIn = (service: TestService, more: CallOptions = {}) =>
  service.send('POST', '/api/v1/session', { body: { token: service.token }, token: null, ...more })

const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>) => ({
  cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
  'sec-fetch-site': 'same-origin',
})

describe('a session', () => {
  it('is refused over plain http from beyond the machine, with the remedy', async () => {
    const service = await startTestService()
    const answer = await signIn(service, { from: '192.0.2.7', headers: { host: 'gatehouse.example' } })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('GATEHOUSE_PUBLIC_URL') })
    const proxied = await signIn(service, { headers: { host: 'gatehouse.example' } })
    expect(proxied.status).toBe(403)
  })

  it('is kept in a cookie for https alone where the public address is https', async () => {
    const service = await startTestService({ config: { publicUrl: 'https://gatehouse.example' } })
    const answer = await signIn(service, { from: '192.0.2.7', headers: { host: 'gatehouse.example' } })
    expect(answer.status).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-gatehouse_session=session_\S+;.*Secure/)
    expect(answer.headers['strict-transport-security']).toMatch(/max-age/)
  })

  it('ends after twelve hours without use, not before', async () => {
    const service = await startTestService()
    const headers = cookieOf(await signIn(service))
    service.clock.now += 11 * 3600_000
    expect((await service.call(getMe, { token: null, headers })).status).toBe(200)
    service.clock.now += 11 * 3600_000
    expect((await service.call(getMe, { token: null, headers })).status).toBe(200)
    service.clock.now += 12 * 3600_000 + 1
    expect((await service.call(getMe, { token: null, headers })).status).toBe(401)
  })

  it('can be ended one by one by the person', async () => {
    const service = await startTestService()
    const here = cookieOf(await signIn(service))
    const there = cookieOf(await signIn(service))
    const { sessions } = (await service.call(listSessions, { token: null, headers: here })).body
    const other = sessions.find((session) => !session.current)
    const ended = await service.call(endSession, {
      token: null,
      headers: here,
      path: { id: other?.id ?? '' },
    })
    expect(ended.status).toBe(204)
    expect((await service.call(getMe, { token: null, headers: there })).status).toBe(401)
    expect((await service.call(getMe, { token: null, headers: here })).status).toBe(200)
  })

  it('changes nothing when the browser says that another site asks', async () => {
    const service = await startTestService()
    const { cookie } = cookieOf(await signIn(service))
    for (const headers of [
      { cookie },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, origin: 'https://evil.example' },
    ]) {
      const answer = await service.call(createToken, {
        token: null,
        headers,
        body: { name: 'x', role: 'admin' },
      })
      expect(answer.status).toBe(403)
    }
  })
})

describe('a token', () => {
  it('is shown once, works at once with Web API access, and ends when revoked', async () => {
    const service = await startTestService()
    const made = await service.call(createToken, { body: { name: 'Ann', role: 'viewer' } })
    expect(made.status).toBe(201)
    const { secret, token } = made.body
    expect((await service.call(getMe, { token: secret })).status).toBe(403)
    await service.call(patchToken, { path: { id: token.id }, body: { webApiEnabled: true } })
    expect((await service.call(getMe, { token: secret })).status).toBe(200)
    const headers = cookieOf(await signIn(service, { body: { token: secret } }))
    expect((await service.call(revokeToken, { path: { id: token.id } })).status).toBe(204)
    expect((await service.call(getMe, { token: secret })).status).toBe(401)
    expect((await service.call(getMe, { token: null, headers })).status).toBe(401)
  })

  it('is stored as a hash alone', async () => {
    const service = await startTestService()
    const { secret } = (await service.call(createToken, { body: { name: 'Ann', role: 'viewer' } })).body
    const rows = await service.services.database.read.selectFrom('token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(service.token)
  })

  it('needs a role or scopes, and not both', async () => {
    const service = await startTestService()
    for (const body of [{ name: 'x' }, { name: 'x', role: 'viewer', scopes: ['admin'] }]) {
      expect((await service.call(createToken, { body })).status).toBe(400)
    }
    expect(
      (await service.call(createToken, { body: { name: 'x', scopes: ['scans:write'] } })).body.token,
    ).toMatchObject({
      role: null,
      scopes: ['scans:write'],
    })
  })
})
