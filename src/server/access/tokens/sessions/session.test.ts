import { describe, expect, it } from 'vitest'
import { getMe } from '#contract/operations/session.ts'
import { endSession, listSessions } from '#contract/operations/sessions.ts'
import { createToken, listTokens, patchToken, revokeToken } from '#contract/operations/tokens.ts'
import { type CallOptions, startTestService, type TestService } from '#server/testing/service.ts'

const signIn = (service: TestService, more: CallOptions = {}) =>
  service.send('POST', '/api/v1/session', { body: { token: service.token }, token: null, ...more })

const cookieOf = (response: Awaited<ReturnType<typeof signIn>>) => ({
  cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
  'sec-fetch-site': 'same-origin',
})

describe('a session', () => {
  it('is refused over plain http from beyond the machine, with the remedy', async () => {
    const service = await startTestService()
    const response = await signIn(service, { from: '192.0.2.7', headers: { host: 'gatehouse.example' } })
    expect(response.status).toBe(403)
    expect(response.body).toMatchObject({ detail: expect.stringContaining('GATEHOUSE_PUBLIC_URL') })
    const proxied = await signIn(service, { headers: { host: 'gatehouse.example' } })
    expect(proxied.status).toBe(403)
  })

  it('is kept in a cookie for https alone where the public address is https', async () => {
    const service = await startTestService({ config: { publicUrl: 'https://gatehouse.example' } })
    const response = await signIn(service, { from: '192.0.2.7', headers: { host: 'gatehouse.example' } })
    expect(response.status).toBe(200)
    expect(String(response.headers['set-cookie'])).toMatch(/^__Host-gatehouse_session=session_\S+;.*Secure/)
    expect(response.headers['strict-transport-security']).toMatch(/max-age/)
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

  it('is listed with those of all tokens that the person has there, as long as it lasts', async () => {
    const service = await startTestService()
    const ann = (name: string, more = {}) => service.mint({ name, person: 'Ann', role: 'viewer', ...more })
    const laptop = await ann('laptop')
    const here = cookieOf(await signIn(service, { body: { token: laptop } }))
    service.clock.now += 30_000
    await signIn(service, { body: { token: await ann('phone') }, headers: { 'user-agent': '<b>Phone</b>' } })
    await signIn(service, { body: { token: await service.mint({ person: 'Bob' }) } })
    const other = await service.addDeployment('other')
    await signIn(service, { body: { token: await ann('elsewhere', { deploymentId: other }) } })
    await signIn(service, { body: { token: await ann('brief', { expiresAt: service.clock.now + 1000 }) } })
    service.clock.now += 2000
    const listed = async (options: CallOptions) =>
      (await service.call(listSessions, options)).body.sessions.map((one) => [
        one.token,
        one.current,
        one.userAgent,
      ])
    expect(await listed({ token: null, headers: here })).toEqual([
      ['phone', false, '<b>Phone</b>'],
      ['laptop', true, 'lightMyRequest'],
    ])
    expect(await listed({ token: laptop })).toHaveLength(2)
    expect(await listed({ token: await service.mint({ name: 'Ann', person: null }) })).toEqual([])
    service.clock.now += 13 * 3600_000
    expect(await listed({ token: laptop })).toEqual([])
  })

  it('of somebody else cannot be ended, and is answered like one that is not there', async () => {
    const service = await startTestService()
    const there = cookieOf(await signIn(service))
    const { sessions } = (await service.call(listSessions, { token: null, headers: there })).body
    for (const token of [
      await service.mint({ person: 'Bob' }),
      await service.mint({ name: 'Tess Ter', person: null }),
      await service.mint({ person: 'Tess Ter' }),
    ]) {
      const ended = await service.call(endSession, { token, path: { id: sessions[0]?.id ?? '' } })
      expect(ended.status).toBe(404)
    }
    expect((await service.call(endSession, { path: { id: '18446744073709551615' } })).status).toBe(404)
    expect((await service.call(getMe, { token: null, headers: there })).status).toBe(200)
  })

  it('changes nothing when the browser says that another site asks', async () => {
    const service = await startTestService()
    const { cookie } = cookieOf(await signIn(service))
    for (const headers of [
      { cookie },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, origin: 'https://evil.example' },
    ]) {
      const response = await service.call(createToken, {
        token: null,
        headers,
        body: { name: 'x', role: 'admin' },
      })
      expect(response.status).toBe(403)
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

  it('loses its sessions with Web API access, and they stay ended when it is given back', async () => {
    const service = await startTestService()
    const body = { name: 'Ann', role: 'viewer', webApiEnabled: true }
    const { secret, token } = (await service.call(createToken, { body })).body
    const headers = cookieOf(await signIn(service, { body: { token: secret } }))
    const access = (webApiEnabled: boolean) =>
      service.call(patchToken, { path: { id: token.id }, body: { webApiEnabled } })
    expect((await access(false)).body.token).toMatchObject({ id: token.id, webApiEnabled: false })
    expect((await service.call(getMe, { token: secret })).status).toBe(403)
    expect((await service.call(getMe, { token: null, headers })).status).toBe(401)
    expect((await access(true)).body.token).toMatchObject({ webApiEnabled: true })
    expect((await service.call(getMe, { token: secret })).status).toBe(200)
    expect((await service.call(getMe, { token: null, headers })).status).toBe(401)
  })

  it('is listed with who made it, what it may do, when it ends and when it was last used', async () => {
    const service = await startTestService()
    const expiresAt = '2026-02-01T01:00:00.000+01:00'
    const body = { name: ' <img onerror> ', person: 'Ann', role: 'analyst', expiresAt, webApiEnabled: true }
    const { secret, token } = (await service.call(createToken, { body })).body
    const text = {
      id: token.id,
      name: '<img onerror>',
      person: 'Ann',
      machine: false,
      allDeployments: false,
      role: 'analyst',
      scopes: ['findings:read', 'findings:triage', 'sbom:export'],
      webApiEnabled: true,
      compatibleAnswers: false,
      createdAt: new Date(service.clock.now).toISOString(),
      createdBy: 'Tess Ter',
      expiresAt: '2026-02-01T00:00:00.000Z',
      lastUsedAt: null,
      projects: null,
      current: false,
    }
    expect(token).toEqual(text)
    service.clock.now += 5000
    await service.call(getMe, { token: secret })
    const admin = await service.mint({ name: 'admin' })
    const { tokens } = (await service.call(listTokens, { token: admin })).body
    expect(tokens.map((one) => [one.name, one.current])).toEqual([
      ['<img onerror>', false],
      ['admin', true],
    ])
    expect(tokens[0]).toEqual({ ...text, lastUsedAt: new Date(service.clock.now).toISOString() })
    expect(JSON.stringify(tokens)).not.toContain(secret)
  })

  it('of another deployment, revoked or unknown is not there', async () => {
    const service = await startTestService()
    const make = async (deploymentId: string | number) =>
      (await service.call(createToken, { path: { deploymentId }, body: { name: 'x', role: 'ci' } })).body
        .token
    await service.addDeployment('other')
    const foreign = await make('other')
    const revoked = await make('main')
    await service.call(revokeToken, { path: { id: revoked.id } })
    for (const id of [foreign.id, revoked.id, '4711', '18446744073709551615']) {
      const patched = await service.call(patchToken, { path: { id }, body: { webApiEnabled: true } })
      expect([id, patched.status]).toEqual([id, 404])
      expect([id, (await service.call(revokeToken, { path: { id } })).status]).toEqual([id, 404])
    }
    const { tokens } = (await service.call(listTokens, { path: { deploymentId: 'other' } })).body
    expect(tokens.flatMap((one) => (one.allDeployments ? [] : [one.id]))).toEqual([foreign.id])
  })

  it('tells the audit log what was done to it, once', async () => {
    const service = await startTestService()
    const { token } = (await service.call(createToken, { body: { name: 'Ann', role: 'viewer' } })).body
    const patch = (body: object) => service.call(patchToken, { path: { id: token.id }, body })
    await patch({ webApiEnabled: false })
    await patch({ name: 'Anna', webApiEnabled: true })
    await patch({ name: 'Anna' })
    await service.call(revokeToken, { path: { id: token.id } })
    const rows = await service.services.database.read.selectFrom('audit_event').selectAll().execute()
    expect(rows.map((row) => [row.action, row.target, JSON.parse(row.detail_json ?? 'null')])).toEqual([
      [
        'token.made',
        'Ann',
        { id: token.id, person: 'Ann', role: 'viewer', webApiEnabled: false, expiresAt: null },
      ],
      ['token.changed', 'Ann', { id: token.id, name: { from: 'Ann', to: 'Anna' }, webApiEnabled: true }],
      ['token.revoked', 'Anna', { id: token.id }],
    ])
  })

  it.each([
    [{ name: ' ', role: 'viewer' }, 400, '/name'],
    [{ name: 'x'.repeat(101), role: 'viewer' }, 400, '/name'],
    [{ name: 'two\nlines', role: 'viewer' }, 400, 'control character'],
    [{ name: 'x', role: 'owner' }, 400, '/role'],
    [{ name: 'x', scopes: [] }, 400, '/scopes'],
    [{ name: 'x', scopes: ['everything'] }, 400, '/scopes'],
    [{ name: 'x', role: 'viewer', expiresAt: 'tomorrow' }, 400, '/expiresAt'],
    [{ name: 'x', role: 'viewer', expiresAt: '2026-01-15T12:00:00Z' }, 400, 'in the past'],
    [{ name: 'x', role: 'viewer', machine: true, person: 'Ann' }, 422, '/person'],
  ])('%j is refused with %i', async (body, status, text) => {
    const service = await startTestService()
    const refused = await service.call(createToken, { body })
    expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(text)])
    const { tokens } = (await service.call(listTokens)).body
    expect(tokens.map(({ name }) => name)).toEqual(['Test token'])
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

describe('a token that sees all deployments', () => {
  it('is listed, changed and revoked by whoever has one, in any deployment, and by nobody else', async () => {
    const service = await startTestService()
    await service.addDeployment('other')
    const root = await service.mint({ name: 'Root', person: 'Root', deploymentId: null })
    const admin = await service.mint({ name: 'admin' })
    const listed = async (options: CallOptions) =>
      (await service.call(listTokens, options)).body.tokens.map((one) => [one.name, one.allDeployments])
    expect(await listed({ token: admin })).toEqual([['admin', false]])
    expect(await listed({ token: root, path: { deploymentId: 'other' } })).toEqual([
      ['Test token', true],
      ['Root', true],
    ])
    const { tokens } = (await service.call(listTokens)).body
    expect(tokens.map(({ name, current }) => [name, current])).toEqual([
      ['Test token', true],
      ['Root', false],
      ['admin', false],
    ])
    const path = { id: tokens.find(({ name }) => name === 'Root')?.id ?? '' }
    const change = { path, body: { webApiEnabled: false } }
    expect((await service.call(patchToken, { ...change, token: admin })).status).toBe(404)
    expect((await service.call(revokeToken, { path, token: admin })).status).toBe(404)
    expect((await service.call(getMe, { token: root })).status).toBe(200)

    const headers = cookieOf(await signIn(service, { body: { token: root } }))
    expect((await service.call(patchToken, change)).status).toBe(200)
    expect((await service.call(getMe, { token: root })).status).toBe(403)
    expect((await service.call(revokeToken, { path: { ...path, deploymentId: 'other' } })).status).toBe(204)
    expect((await service.call(getMe, { token: root })).status).toBe(401)
    expect((await service.call(getMe, { token: null, headers })).status).toBe(401)
    // Of no deployment, as what was done to it.
    const rows = await service.services.database.read
      .selectFrom('audit_event')
      .select(['deployment_id', 'target'])
      .where('action', 'like', 'token.%')
      .where('action', '!=', 'token.refused')
      .execute()
    expect(rows).toEqual([
      { deployment_id: null, target: 'Root' },
      { deployment_id: null, target: 'Root' },
    ])
  })
})
