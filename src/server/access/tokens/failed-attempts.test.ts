import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const hour = 3600_000

/** Ways to fail, each with another wrong secret. */
const wrong = {
  token: (service: TestService, from: string, secret: string) =>
    service.send('GET', '/api/v1/me', { token: secret, from }),
  header: (service: TestService, from: string, secret: string) =>
    service.send('GET', '/api/v1/me', { token: null, from, headers: { authorization: `Basic ${secret}` } }),
  cookie: (service: TestService, from: string, secret: string) =>
    service.send('GET', '/api/v1/me', {
      token: null,
      from,
      headers: { cookie: `gatehouse_session=${secret}` },
    }),
  'sign-in': (service: TestService, from: string, secret: string) =>
    service.send('POST', '/api/v1/session', {
      token: null,
      from,
      headers: { host: 'localhost' },
      body: { token: secret },
    }),
  code: (service: TestService, from: string, secret: string) =>
    service.send('POST', '/api/v1/session', {
      token: null,
      from,
      headers: { host: 'localhost' },
      body: { code: secret },
    }),
}
const ways = Object.keys(wrong) as (keyof typeof wrong)[]

const signIn = (service: TestService, token: string) =>
  service.send('POST', '/api/v1/session', { body: { token }, token: null })

/** What the audit log says of failures, as somebody sees it who sees all deployments. */
async function failuresIn(service: TestService, token = service.token) {
  await service.services.authenticator.settled()
  const { events } = (await service.call(listAudit, { token, query: { limit: 500 } })).body
  return events
    .filter(({ action }) => action.endsWith('.refused'))
    .map(({ actor, action, target, detail }) => ({ actor, action, target, ...Object(detail) }))
}

describe('failed attempts', () => {
  it('are 429 from the eleventh of an address in a minute, whatever was wrong', async () => {
    const service = await startTestService()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...ways), { minLength: 13, maxLength: 13 }),
        async (attempts) => {
          service.clock.now += 61_000
          const statuses = []
          for (const [index, way] of attempts.entries()) {
            const response = await wrong[way](service, '127.0.0.1', `gate_wrong_${index}`)
            statuses.push(response.status)
            if (response.status !== 429) continue
            expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
            expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60)
            expect(response.headers).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-remaining': '0' })
          }
          expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429])
        },
      ),
      { numRuns: runsOnEngine(20) },
    )
  })

  it('never stand against a right token, session or sign-in from the same address', async () => {
    const service = await startTestService()
    const cookie = String((await signIn(service, service.token)).headers['set-cookie']).split(';')[0] ?? ''
    for (let tries = 0; tries < 50; tries += 1) await wrong.token(service, '127.0.0.1', `gate_wrong${tries}`)
    expect((await wrong.token(service, '127.0.0.1', 'gate_wrong')).status).toBe(429)
    expect((await service.send('GET', '/api/v1/me')).status).toBe(200)
    expect((await service.send('GET', '/api/v1/me', { token: null, headers: { cookie } })).status).toBe(200)
    expect((await signIn(service, service.token)).status).toBe(200)
    expect((await service.send('GET', '/api/v1/me', { token: null })).status).toBe(401)
  })

  it('of one address are not those of another, and are forgiven after a minute', async () => {
    const service = await startTestService()
    for (let tries = 0; tries < 11; tries += 1) await wrong.token(service, '192.0.2.1', 'gate_wrong')
    expect((await wrong.token(service, '192.0.2.1', 'gate_wrong')).status).toBe(429)
    expect((await wrong.token(service, '192.0.2.2', 'gate_wrong')).status).toBe(401)
    service.clock.now += 61_000
    expect((await wrong.token(service, '192.0.2.1', 'gate_wrong')).status).toBe(401)
  })

  it('behind a trusted proxy are those of the address that it names, and of no other', async () => {
    const service = await startTestService({ config: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } })
    const attempt = async (from: string, forwarded: string) =>
      (
        await service.send('GET', '/api/v1/me', {
          token: 'gate_wrong',
          from,
          headers: { 'x-forwarded-for': forwarded },
        })
      ).status
    for (let tries = 0; tries < 11; tries += 1) await attempt('127.0.0.1', `198.51.100.${tries}, 192.0.2.1`)
    expect(await attempt('127.0.0.1', '192.0.2.1, 10.1.2.3')).toBe(429)
    expect(await attempt('127.0.0.1', '192.0.2.2')).toBe(401)
    // Anybody else can name any address.
    expect(await attempt('192.0.2.3', '192.0.2.1')).toBe(401)
    await service.services.authenticator.settled()
    expect(new Set((await failuresIn(service)).map(({ actor }) => actor))).toEqual(
      new Set(['192.0.2.1', '192.0.2.2', '192.0.2.3']),
    )
  })

  it('say what is wrong: expired, revoked, a machine', async () => {
    const service = await startTestService()
    const saidTo = async (token: string) => (await signIn(service, token)).body
    const expired = await service.mint({ expiresAt: service.clock.now - 1 })
    expect(await saidTo(expired)).toMatchObject({ detail: expect.stringMatching(/expired on 2026-01-15/) })
    const machine = await service.mint({ person: null, name: 'build server' })
    expect(await saidTo(machine)).toMatchObject({
      detail: expect.stringMatching(/"build server" belongs to a machine/),
    })
    expect(await saidTo(await service.mint({ webApiEnabled: false }))).toMatchObject({
      detail: expect.stringMatching(/Web API access/),
    })
  })
})

describe('the audit log', () => {
  it('tells failures of an hour that are alike as one event with their number, and never the secret', async () => {
    const service = await startTestService()
    const begin = service.clock.now
    for (let tries = 0; tries < 40; tries += 1) {
      service.clock.now += 1000
      await wrong.token(service, '192.0.2.1', `gate_secret${tries}`)
    }
    await service.services.authenticator.settled()
    await wrong['sign-in'](service, '127.0.0.1', 'gate_secret')
    await wrong.code(service, '127.0.0.1', 'code_secret')
    // The cookie of a session that has ended is nothing to tell of.
    await wrong.cookie(service, '127.0.0.1', 'session_secret')
    const first = {
      actor: '192.0.2.1',
      action: 'token.refused',
      target: null,
      reason: 'unknown token',
      count: 40,
      until: new Date(begin + 40_000).toISOString(),
    }
    const matches = await failuresIn(service)
    expect(matches).toHaveLength(3)
    expect(matches).toContainEqual(first)
    expect(matches).toContainEqual(
      expect.objectContaining({ action: 'session.refused', reason: 'unknown token', count: 1 }),
    )
    expect(matches).toContainEqual(
      expect.objectContaining({ action: 'session.refused', reason: 'unknown code', count: 1 }),
    )
    service.clock.now = begin + hour + 1001
    await wrong.token(service, '192.0.2.1', 'gate_secret')
    const later = (await failuresIn(service)).filter(({ actor }) => actor === '192.0.2.1')
    expect(later.map(({ count }) => count)).toEqual([1, 40])
    const rows = await service.services.database.read.selectFrom('audit_event').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('names a token that is known, and tells its deployment alone', async () => {
    const service = await startTestService()
    const other = await service.addDeployment('other')
    const expired = { name: 'old', expiresAt: service.clock.now - 1 }
    await wrong.token(service, '192.0.2.1', await service.mint(expired))
    await wrong['sign-in'](service, '127.0.0.1', await service.mint({ name: 'robot', person: null }))
    await wrong.token(service, '192.0.2.1', await service.mint({ ...expired, deploymentId: other }))
    await wrong.token(service, '192.0.2.1', 'gate_wrong')
    const here = await failuresIn(service, await service.mint({ name: 'admin' }))
    expect(here.map(({ target, reason }) => [target, reason]).toSorted()).toEqual([
      ['old', 'expired'],
      ['robot', 'machine'],
    ])
    const all = await failuresIn(service)
    expect(all.map(({ reason }) => reason).toSorted()).toEqual(['expired', 'machine', 'unknown token'])
  })

  it('grows by a bounded number of events however many addresses fail', async () => {
    const service = await startTestService()
    for (let address = 0; address < 1000; address += 1) {
      await wrong.token(service, `10.0.${address >> 8}.${address & 255}`, 'gate_wrong')
    }
    const matches = await failuresIn(service)
    expect(matches).toHaveLength(101)
    expect(matches.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
    expect(matches.find(({ actor }) => actor === 'other addresses')).toMatchObject({ count: 900 })
  })

  it('has them without being asked', async () => {
    const service = await startTestService()
    await wrong.token(service, '192.0.2.1', 'gate_wrong')
    await wrong.token(service, '192.0.2.1', 'gate_wrong')
    await expect
      .poll(async () => (await service.call(listAudit)).body.events.map(({ detail }) => detail))
      .toEqual([expect.objectContaining({ count: 2 })])
  })
})
