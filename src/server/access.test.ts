import { describe, expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { type DetailedOperation, type Operation, type Scope, scopes } from '#contract/operation.ts'
import { listTokens, revokeToken } from '#contract/operations/tokens.ts'
import { type Role, roles } from '#contract/vocabulary.ts'
import { startTestService, type TestService } from './testing/service.ts'

const guarded = operations.filter((one) => one.scopes !== 'none')
const scoped = guarded.filter(
  (one): one is DetailedOperation & { scopes: readonly Scope[] } => one.scopes !== 'any',
)

function addressOf(operation: Operation, deployment: string): string {
  return operation.path.replace(/\{deployment(Id|Slug)\}/, deployment).replace(/\{\w+\}/g, '1')
}

/** A stream that began would not end; one that is asked for by POST is short here. */
const asksHead = (operation: Operation) => operation.streams && operation.method === 'GET'
const unsafe = (operation: Operation) => operation.method !== 'GET'

const ask = (
  service: TestService,
  operation: Operation,
  token: string | null,
  {
    deployment = 'main',
    ...more
  }: { deployment?: string; from?: string; headers?: Record<string, string> } = {},
) =>
  service.send(asksHead(operation) ? 'HEAD' : operation.method, addressOf(operation, deployment), {
    token,
    ...(operation.method === 'GET' || operation.method === 'DELETE' ? {} : { body: {} }),
    ...more,
  })

/** How each operation of a list answers, by its id. */
async function statusesOf(
  list: readonly Operation[],
  request: (operation: Operation) => ReturnType<typeof ask>,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  for (const operation of list) statuses[operation.id] = (await request(operation)).status
  return statuses
}

const all = (list: readonly Operation[], status: number) =>
  Object.fromEntries(list.map((operation) => [operation.id, status]))

/** What each role may do, see docs/api.md#scopes-and-roles. */
const may: Record<Role, readonly Scope[]> = {
  viewer: ['findings:read'],
  analyst: ['findings:read', 'findings:triage', 'sbom:export'],
  manager: ['findings:read', 'findings:approve', 'sbom:export', 'projects:write'],
  admin: scopes,
  ci: ['scans:write'],
}

describe('every route of the contract', () => {
  it('needs a token but these, and a scope but these', () => {
    const named = (text: Operation['scopes']) =>
      operations.filter((one) => one.scopes === text).map((one) => one.id)
    expect(named('none').toSorted()).toEqual([
      'downloadSbom',
      'getOpenApi',
      'getSignInOptions',
      'ping',
      'signIn',
      'signOut',
      'signOutOfProvider',
      'startSingleSignOn',
    ])
    expect(named('any').toSorted()).toEqual([
      'endSession',
      'getCapabilities',
      'getGate',
      'getMe',
      'getScanGate',
      'getService',
      'listSessions',
    ])
    expect(scoped.filter((one) => one.scopes.length === 0)).toEqual([])
  })

  it('answers 401 without a token, and to one that is unknown, revoked or expired', async () => {
    const service = await startTestService()
    const revoked = await service.mint({ name: 'revoked' })
    const { tokens } = (await service.call(listTokens)).body
    const { id = '' } = tokens.find(({ name }) => name === 'revoked') ?? {}
    await service.call(revokeToken, { path: { id } })
    const expired = await service.mint({ expiresAt: service.clock.now - 1 })
    for (const [index, operation] of guarded.entries()) {
      for (const token of [null, 'gate_unknown', revoked, expired]) {
        // Wrong tokens are counted by their address.
        const response = await ask(service, operation, token, { from: `192.0.2.${index}` })
        expect([operation.id, response.status]).toEqual([operation.id, 401])
        expect(response.headers['www-authenticate']).toBe('Bearer')
      }
    }
  })

  it('answers 404 to the token of another deployment, as if there were none', async () => {
    const service = await startTestService()
    const other = await service.addDeployment('other')
    const token = await service.mint({ deploymentId: other })
    for (const operation of guarded.filter((one) => /\{deployment/.test(one.path))) {
      const foreign = await ask(service, operation, token)
      const missing = await ask(service, operation, token, { deployment: 'nowhere' })
      const { instance: _first, ...text } = Object(foreign.body)
      const { instance: _second, ...expected } = Object(missing.body)
      expect([operation.id, text]).toEqual([operation.id, expected])
      expect([operation.id, foreign.status]).toEqual([operation.id, foreign.status === 501 ? 501 : 404])
    }
  })

  it('answers 403 to a token that has every scope but one that it needs, naming that one', async () => {
    const service = await startTestService()
    for (const needed of scopes) {
      const others = scopes.filter(
        (scope) =>
          // `admin` includes all, and every other one but `scans:write` includes reading.
          scope !== needed && scope !== 'admin' && (needed !== 'findings:read' || scope === 'scans:write'),
      )
      const token = await service.mint({ role: null, scopes: others })
      for (const operation of scoped.filter((one) => one.scopes.includes(needed))) {
        const response = await ask(service, operation, token)
        expect([operation.id, response.status]).toEqual([operation.id, 403])
        expect(Object(response.body).detail ?? 'HEAD').toMatch(
          asksHead(operation) ? /HEAD/ : new RegExp(`\\b${needed}\\b`),
        )
      }
    }
  })

  it('is open to a token with the scopes that it needs and no other', async () => {
    const service = await startTestService()
    for (const operation of scoped) {
      const token = await service.mint({ deploymentId: null, role: null, scopes: operation.scopes })
      const { status } = await ask(service, operation, token)
      expect([operation.id, [401, 403].includes(status)]).toEqual([operation.id, false])
    }
    const none = await service.mint({ role: null, scopes: ['scans:write'] })
    for (const operation of guarded.filter((one) => one.scopes === 'any')) {
      const { status } = await ask(service, operation, none)
      expect([operation.id, [401, 403].includes(status)]).toEqual([operation.id, false])
    }
  })

  it.each(roles)('is open to the role %s as far as that goes', async (role) => {
    const service = await startTestService()
    const token = await service.mint({ deploymentId: null, role })
    const statuses = await statusesOf(scoped, (operation) => ask(service, operation, token))
    const forbidden = Object.entries(statuses).flatMap(([id, status]) => (status === 403 ? [id] : []))
    const beyond = scoped.filter((one) => !one.scopes.every((scope) => may[role].includes(scope)))
    expect(forbidden).toEqual(beyond.map((one) => one.id))
  })

  it('answers 403 to a token without Web API access', async () => {
    const service = await startTestService()
    const token = await service.mint({ webApiEnabled: false })
    for (const operation of guarded) {
      const response = await ask(service, operation, token)
      expect([operation.id, response.status]).toEqual([operation.id, 403])
      if (!asksHead(operation)) {
        expect(response.body).toMatchObject({ detail: expect.stringContaining('Web API access') })
      }
    }
  })

  it('changes nothing for a session when another site asks', async () => {
    const service = await startTestService()
    const signedIn = await service.send('POST', '/api/v1/session', {
      body: { token: service.token },
      token: null,
    })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const changing = guarded.filter(unsafe)
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { cookie, 'sec-fetch-site': site }
      const statuses = await statusesOf(changing, (operation) => ask(service, operation, null, { headers }))
      expect(statuses).toEqual(all(changing, 403))
    }
  })
})

it('counts the requests of a token where a limit is set', async () => {
  const service = await startTestService({ config: { rateLimit: 2 } })
  const statuses = []
  for (let tries = 0; tries < 3; tries++) statuses.push((await service.send('GET', '/api/v1/me')).status)
  expect(statuses).toEqual([200, 200, 429])
})
