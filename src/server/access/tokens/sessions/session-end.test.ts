import { describe, expect, it } from 'vitest'
import { getMe } from '#contract/operations/session.ts'
import { listSessions } from '#contract/operations/sessions.ts'
import { listTokens } from '#contract/operations/tokens.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const hour = 3600_000

/** Signs in and gives the headers of the session. */
async function signIn(service: TestService, token = service.token, headers: Record<string, string> = {}) {
  const response = await service.send('POST', '/api/v1/session', { body: { token }, token: null, headers })
  expect(response.status).toBe(200)
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  return { cookie, 'sec-fetch-site': 'same-origin' }
}

const statusOf = async (service: TestService, headers: Record<string, string>) =>
  (await service.call(getMe, { token: null, headers })).status

describe('a session', () => {
  it('ends thirty days after it began, however much it is used', async () => {
    const service = await startTestService()
    const headers = await signIn(service)
    for (let hours = 11; hours < 30 * 24; hours += 11) {
      service.clock.now += 11 * hour
      expect([hours, await statusOf(service, headers)]).toEqual([hours, 200])
      // Its use is written after the answer, in the order of such writes.
      await service.services.record(async () => undefined)
    }
    expect((await service.call(listSessions)).body.sessions).toHaveLength(1)
    service.clock.now += 11 * hour
    expect(await statusOf(service, headers)).toBe(401)
    expect((await service.call(listSessions)).body.sessions).toEqual([])
  })

  it('is one of fifty of a person at most: the oldest ends, and nobody else’s', async () => {
    const service = await startTestService()
    const other = await service.addDeployment('other')
    const there = await signIn(service, await service.mint({ person: 'Ann', deploymentId: other }))
    const bob = await signIn(service, await service.mint({ person: 'Bob' }))
    const tokens = [await service.mint({ person: 'Ann' }), await service.mint({ person: 'Ann' })]
    const sessions: Record<string, string>[] = []
    for (let count = 0; count < 52; count += 1) {
      service.clock.now += 1000
      sessions.push(await signIn(service, tokens[count % 2]))
    }
    // Used last, and yet the oldest.
    const statuses = []
    for (const headers of sessions) statuses.push(await statusOf(service, headers))
    expect(statuses).toEqual([401, 401, ...Array.from({ length: 50 }, () => 200)])
    expect(await statusOf(service, there)).toBe(200)
    expect(await statusOf(service, bob)).toBe(200)
  })

  it('counts as use of its token when it begins', async () => {
    const service = await startTestService()
    await signIn(service, await service.mint({ name: 'Ann', person: 'Ann' }))
    const { tokens } = (await service.call(listTokens)).body
    expect(tokens.find(({ name }) => name === 'Ann')?.lastUsedAt).toBe(
      new Date(service.clock.now).toISOString(),
    )
  })
})

describe('the cookie of a session', () => {
  const https = { config: { publicUrl: 'https://gatehouse.example' } }

  it('is refused behind https without the prefix that browsers take from https alone', async () => {
    const service = await startTestService(https)
    const { cookie, ...rest } = await signIn(service)
    expect(cookie).toMatch(/^__Host-/)
    const connection = cookie.replace('__Host-', '')
    expect(await statusOf(service, { ...rest, cookie: connection })).toBe(401)
    expect(await statusOf(service, { ...rest, cookie })).toBe(200)
    // One that another host of the domain has planted beside it changes nothing.
    expect(await statusOf(service, { ...rest, cookie: `gatehouse_session=planted; ${cookie}` })).toBe(200)
    const ended = await service.send('DELETE', '/api/v1/session', {
      token: null,
      headers: { ...rest, cookie: connection },
    })
    expect(ended.status).toBe(204)
    expect(await statusOf(service, { ...rest, cookie })).toBe(200)
  })

  it('is known without https by its plain name alone', async () => {
    const service = await startTestService()
    const { cookie, ...rest } = await signIn(service)
    expect(await statusOf(service, { ...rest, cookie: `__Host-${cookie}` })).toBe(401)
    expect(await statusOf(service, { ...rest, cookie })).toBe(200)
  })
})
