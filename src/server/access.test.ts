import { describe, expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { type Operation, type Scope, scopes } from '#contract/operation.ts'
import { startTestService, type TestService } from './testing/service.ts'

const guarded = operations.filter((one) => one.scopes !== 'none')
const scoped = guarded.filter((one): one is Operation & { scopes: readonly Scope[] } => one.scopes !== 'any')

function addressOf(operation: Operation, deployment: string): string {
  return operation.path.replace(/\{deployment(Id|Slug)\}/, deployment).replace(/\{\w+\}/g, '1')
}

const ask = (service: TestService, operation: Operation, token: string | null, deployment = 'main') =>
  service.send(operation.method, addressOf(operation, deployment), {
    token,
    ...(operation.method === 'GET' || operation.method === 'DELETE' ? {} : { body: {} }),
  })

describe('every route of the contract', () => {
  it('answers 401 without a token and with an unknown one', async () => {
    const service = await startTestService()
    for (const operation of guarded) {
      const answer = await ask(service, operation, null)
      expect([operation.id, answer.status]).toEqual([operation.id, 401])
    }
    const unknown = await service.send('GET', '/api/v1/me', { token: 'gate_unknown' })
    expect(unknown.status).toBe(401)
  })

  it('answers 404 to the token of another deployment, as if there were none', async () => {
    const service = await startTestService()
    const other = await service.addDeployment('other')
    const token = await service.mint({ deploymentId: other })
    for (const operation of scoped.filter((one) => /\{deployment/.test(one.path))) {
      const foreign = await ask(service, operation, token)
      const missing = await ask(service, operation, token, 'nowhere')
      expect([operation.id, foreign.status]).toEqual([operation.id, foreign.status === 501 ? 501 : 404])
      expect([operation.id, foreign.status]).toEqual([operation.id, missing.status])
    }
  })

  it('answers 403 to a token that lacks its scope, naming it', async () => {
    const service = await startTestService()
    for (const operation of scoped) {
      const [needed] = operation.scopes
      const others = scopes.filter((scope) => {
        if (scope === 'admin' || scope === needed) return false
        return needed !== 'findings:read' || scope === 'scans:write'
      })
      const token = await service.mint({ role: null, scopes: others })
      const answer = await ask(service, operation, token)
      expect([operation.id, answer.status]).toEqual([operation.id, 403])
      expect(answer.body).toMatchObject({ detail: expect.stringContaining(String(needed)) })
    }
  })

  it('answers 403 to a token without Web API access', async () => {
    const service = await startTestService()
    const token = await service.mint({ webApiEnabled: false })
    for (const operation of guarded) {
      const answer = await ask(service, operation, token)
      expect([operation.id, answer.status]).toEqual([operation.id, 403])
      expect(answer.body).toMatchObject({ detail: expect.stringContaining('Web API access') })
    }
  })
})

describe('failed attempts', () => {
  it('are limited for each address, and a right token still gets in', async () => {
    const service = await startTestService()
    const statuses = []
    for (let tries = 0; tries < 31; tries++) {
      statuses.push((await service.send('GET', '/api/v1/me', { token: `gate_wrong${tries}` })).status)
    }
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
    expect(statuses[30]).toBe(429)
    expect((await service.send('GET', '/api/v1/me')).status).toBe(200)
    service.clock.now += 61_000
    expect((await service.send('GET', '/api/v1/me', { token: 'gate_wrong' })).status).toBe(401)
  })

  it('to sign in are limited more strictly', async () => {
    const service = await startTestService()
    const signIn = (token: string) =>
      service.send('POST', '/api/v1/session', { body: { token }, token: null })
    for (let tries = 0; tries < 10; tries++) expect((await signIn('gate_no')).status).toBe(401)
    const refused = await signIn('gate_no')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('say what is wrong: expired, revoked, a machine', async () => {
    const service = await startTestService()
    const signIn = async (token: string) =>
      (await service.send('POST', '/api/v1/session', { body: { token }, token: null })).body as {
        detail: string
      }
    const expired = await service.mint({ expiresAt: service.clock.now - 1 })
    expect((await signIn(expired)).detail).toMatch(/expired on 2026-01-15/)
    const machine = await service.mint({ person: null, name: 'build server' })
    expect((await signIn(machine)).detail).toMatch(/"build server" belongs to a machine/)
    expect((await signIn(await service.mint({ webApiEnabled: false }))).detail).toMatch(/Web API access/)
  })
})

it('counts the requests of a token where a limit is set', async () => {
  const service = await startTestService({ config: { rateLimit: 2 } })
  const statuses = []
  for (let tries = 0; tries < 3; tries++) statuses.push((await service.send('GET', '/api/v1/me')).status)
  expect(statuses).toEqual([200, 200, 429])
})
