import { afterEach, describe, expect, it, vi } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { listDeployments } from '#contract/operations/deployments.ts'
import { getMe, signOutOfProvider } from '#contract/operations/session.ts'
import { listSessions } from '#contract/operations/sessions.ts'
import { getSignInOptions, startSingleSignOn } from '#contract/operations/sign-in.ts'
import { listTokens } from '#contract/operations/tokens.ts'
import { publicUrl, startWithProvider } from '#server/testing/provider/sign-in.ts'
import { startTestService } from '#server/testing/service.ts'
import { wholeDatabase } from '#server/testing/whole-database.ts'

const minute = 60_000
const detail = (response: { body: unknown }) => String(Object(response.body).detail)

afterEach(() => void vi.useRealTimers())

describe('single sign-on', () => {
  it('is offered where it is set up', async () => {
    const { service } = await startWithProvider()
    expect((await service.call(getSignInOptions, { token: null })).body).toEqual({
      singleSignOn: { name: 'Acme ID' },
    })
    const without = await startTestService()
    expect((await without.call(getSignInOptions, { token: null })).body).toEqual({ singleSignOn: null })
    expect((await without.call(startSingleSignOn, { token: null, body: {} })).status).toBe(404)
  })

  it('signs in with the role of a group, and returns to the page', async () => {
    const { open } = await startWithProvider()
    const browser = open()
    const signedIn = await browser.signIn('Bob', '/d/main/findings/code?status=open')
    expect([signedIn.status, signedIn.body]).toEqual([
      200,
      { name: 'Bob', deployment: null, to: '/d/main/findings/code?status=open' },
    ])
    const cookies = [signedIn.headers['set-cookie'] ?? []].flat().map(String)
    expect(cookies.find((cookie) => cookie.startsWith('gatehouse_session='))).toMatch(
      /Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const me = (await browser.call(getMe)).body
    expect(me).toMatchObject({ name: 'Bob', role: 'analyst', machine: false, singleSignOn: true })
    expect(me.deployments).toMatchObject([{ slug: 'main', role: 'analyst' }])
    expect((await browser.call(listTokens)).status).toBe(403)
    const { sessions } = (await browser.call(listSessions)).body
    expect(sessions).toMatchObject([{ current: true, token: 'single sign-on' }])
  })

  it('asks the provider with PKCE, state and nonce', async () => {
    const { open } = await startWithProvider()
    const parameters = new URL(await open().begin()).searchParams
    expect(Object.fromEntries(parameters)).toMatchObject({
      response_type: 'code',
      client_id: 'gatehouse',
      redirect_uri: `${publicUrl}/sign-in`,
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(parameters.get(name)).toMatch(/^[\w-]{43}$/)
  })

  it('gives each deployment its own role, and no other', async () => {
    const { service, add, open } = await startWithProvider()
    await service.addDeployment('payments')
    await service.addDeployment('other')
    add('Cleo', ['shop', 'payments'])
    const browser = open()
    expect((await browser.signIn('Cleo')).status).toBe(200)
    const me = (await browser.call(getMe)).body
    expect(me.deployments.map(({ slug, role, scopes }) => [slug, role, scopes?.toSorted()])).toEqual([
      [
        'main',
        null,
        ['findings:approve', 'findings:read', 'findings:triage', 'projects:write', 'sbom:export'],
      ],
      ['payments', 'manager', ['findings:approve', 'findings:read', 'projects:write', 'sbom:export']],
    ])
    // Without a deployment, what is permitted in each.
    expect(me.scopes.toSorted()).toEqual([
      'findings:approve',
      'findings:read',
      'projects:write',
      'sbom:export',
    ])
    expect((await browser.call(listDeployments)).body.deployments.map(({ slug }) => slug)).toEqual([
      'main',
      'payments',
    ])
    const statusAt = async (deployment: string, operation: 'settings' | 'tokens') => {
      const url = `/api/v1/deployments/${deployment}/${operation}`
      return (await service.send('GET', url, { token: null, headers: browser.headers() })).status
    }
    expect(await statusAt('main', 'settings')).toBe(200)
    expect(await statusAt('payments', 'settings')).toBe(200)
    expect(await statusAt('other', 'settings')).toBe(404)
    expect(await statusAt('main', 'tokens')).toBe(403)
    expect(await statusAt('other', 'tokens')).toBe(404)
  })

  it('makes nobody an administrator of all who administers one and reads all', async () => {
    const { service, add, open } = await startWithProvider()
    await service.addDeployment('other')
    add('Dora', ['auditors', 'leads'])
    const browser = open()
    await browser.signIn('Dora')
    const me = (await browser.call(getMe)).body
    expect([me.role, me.deployments.map(({ slug, role }) => [slug, role])]).toEqual([
      'viewer',
      [
        ['main', 'admin'],
        ['other', 'viewer'],
      ],
    ])
    const { tokens } = (await browser.call(listTokens)).body
    // The token of the tests is one for all deployments.
    expect(tokens.filter(({ allDeployments }) => allDeployments)).toEqual([])
    expect((await browser.call(listTokens, { path: { deploymentId: 'other' } })).status).toBe(403)
    expect((await browser.post('/api/v1/deployments', {})).status).toBe(403)
  })

  it('evaluates the groups at each sign-in, for the sessions of other browsers too', async () => {
    const { service, add, open } = await startWithProvider()
    const [first, second] = [open(), open()]
    await first.signIn('Ann')
    expect((await first.call(listTokens)).status).toBe(200)
    add('Ann', ['shop'])
    expect((await second.signIn('Ann')).status).toBe(200)
    expect((await first.call(listTokens)).status).toBe(403)
    expect((await first.call(getMe)).body.role).toBe('analyst')
    add('Ann', [])
    const refused = await open().signIn('Ann')
    expect([refused.status, detail(refused)]).toEqual([403, expect.stringContaining('it-help@acme.example')])
    expect((await first.call(getMe)).status).toBe(401)
    const { events } = (await service.call(listAudit, { query: { target: 'Ann' } })).body
    expect(events.map(({ action, detail }) => [action, Object(detail).group])).toEqual([
      ['person.role_removed', 'shop'],
      ['person.role_given', 'shop'],
      ['person.role_removed', 'security'],
      ['person.role_given', 'security'],
    ])
  })

  it('stores nobody who has no role, and says whom to ask', async () => {
    const { service, add, open } = await startWithProvider({ contact: null })
    add('Eve', ['Security', 'security '])
    const refused = await open().signIn('Eve')
    expect([refused.status, detail(refused)]).toEqual([
      403,
      'You have no role in Gatehouse. Ask an administrator of Gatehouse to invite you, or to add you to a group that has one.',
    ])
    expect(await service.services.database.read.selectFrom('person').selectAll().execute()).toEqual([])
    await service.services.authenticator.settled()
    const { events } = (await service.call(listAudit, { query: { action: 'session.refused' } })).body
    expect(events).toMatchObject([{ actor: '127.0.0.1', detail: { reason: 'no access', count: 1 } }])
  })
})

describe('the answer of the provider', () => {
  it('is refused in another browser, with another state, and twice', async () => {
    const { provider, open } = await startWithProvider()
    const [own, other] = [open(), open()]
    const returned = await provider.signIn(await own.begin(), 'Ann')
    expect((await other.finish(returned)).status).toBe(401)
    await other.begin()
    expect((await other.finish(returned)).status).toBe(401)
    // A wrong answer ends the sign-in, so that a state cannot be guessed.
    const forged = new URL(returned)
    forged.searchParams.set('state', 'x'.repeat(43))
    expect((await own.finish(forged.href)).status).toBe(401)
    expect((await own.finish(returned)).status).toBe(401)
  })

  it('is refused with the code of another sign-in', async () => {
    const { provider, open } = await startWithProvider()
    const [victim, attacker] = [open(), open()]
    const stolen = new URL(await provider.signIn(await victim.begin(), 'Ann')).searchParams.get('code') ?? ''
    const own = new URL(await provider.signIn(await attacker.begin(), 'Bob'))
    own.searchParams.set('code', stolen)
    // The code is bound to the verifier in the victim's browser.
    const refused = await attacker.finish(own.href)
    expect([refused.status, detail(refused)]).toEqual([401, expect.stringContaining('Start again')])
  })

  it('is refused with another nonce', async () => {
    const { provider, open } = await startWithProvider()
    const browser = open()
    provider.state.nonce = 'y'.repeat(43)
    const refused = await browser.finish(await provider.signIn(await browser.begin(), 'Ann'))
    expect([refused.status, detail(refused)]).toEqual([401, expect.stringContaining('not valid')])
  })

  it('is refused with repeated parameters, another issuer, and none', async () => {
    const { provider, open } = await startWithProvider()
    const attempt = async (change: (parameters: URLSearchParams) => void) => {
      const browser = open()
      const returned = new URL(await provider.signIn(await browser.begin(), 'Ann'))
      change(returned.searchParams)
      return (await browser.finish(returned.href)).status
    }
    expect(await attempt((parameters) => parameters.append('code', 'z'))).toBe(401)
    expect(await attempt((parameters) => parameters.append('state', 'z'))).toBe(401)
    expect(await attempt((parameters) => parameters.set('iss', 'https://evil.example'))).toBe(401)
    expect(await attempt((parameters) => parameters.delete('code'))).toBe(401)
    expect(await attempt(() => undefined)).toBe(200)
  })

  it('is refused once the code has expired, and after ten minutes', async () => {
    const { service, provider, open } = await startWithProvider()
    const late = open()
    const returned = await provider.signIn(await late.begin(), 'Ann')
    service.clock.now += 10 * minute + 1000
    expect((await late.finish(returned)).status).toBe(401)
    const browser = open()
    const expired = await provider.signIn(await browser.begin(), 'Ann')
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 2 * minute)
    const refused = await browser.finish(expired)
    expect([refused.status, detail(refused)]).toEqual([401, expect.stringContaining('has expired')])
  })

  it('is accepted from a clock that differs by less than a minute', async () => {
    const { provider, open } = await startWithProvider()
    for (const [skew, status] of [
      [45, 200],
      [-330, 200],
      [-400, 401],
      [300, 401],
    ] as const) {
      provider.state.skew = skew
      expect([skew, (await open().signIn('Ann')).status]).toEqual([skew, status])
    }
  })

  it('is accepted with a key that the provider has changed to', async () => {
    const { provider, open } = await startWithProvider()
    expect((await open().signIn('Ann')).status).toBe(200)
    provider.rotateKeys()
    // Keys are not read more often than once a minute, so that nobody can make the service ask.
    expect((await open().signIn('Ann')).status).toBe(401)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 2 * minute)
    expect((await open().signIn('Ann')).status).toBe(200)
  })

  it('is refused with a subject that is no text of at most 255 characters', async () => {
    const { provider, open } = await startWithProvider()
    for (const [subject, status] of [
      ['s'.repeat(255), 200],
      ['s'.repeat(256), 401],
      ['', 401],
      [5, 401],
      [['Ann'], 401],
      [null, 401],
    ] as const) {
      provider.state.idToken = { sub: subject }
      expect([subject, (await open().signIn('Ann')).status]).toEqual([subject, status])
    }
  })

  it('is refused with an answer that is larger than one of a provider', async () => {
    const { add, open } = await startWithProvider()
    add('Ann', ['security'], { email: undefined }, { email: 'ann@acme.example', name: 'x'.repeat(2_000_000) })
    expect((await open().signIn('Ann')).status).toBe(401)
    add('Ann', ['security'], { email: undefined }, { email: 'ann@acme.example' })
    expect((await open().signIn('Ann')).status).toBe(200)
  })

  it('says what the provider refused, in words of ours', async () => {
    const { provider, open } = await startWithProvider()
    const browser = open()
    const refused = await browser.finish(await provider.signIn(await browser.begin(), ''))
    expect([refused.status, detail(refused)]).toEqual([401, 'Acme ID did not confirm the sign-in.'])
    const state = new URL(await browser.begin()).searchParams.get('state') ?? ''
    const hostile = await browser.finish(
      `${publicUrl}/sign-in?${new URLSearchParams({ state, iss: provider.issuer, error: '<b>call 555', error_description: 'Call 555 now' })}`,
    )
    expect([hostile.status, detail(hostile)]).toEqual([401, 'Acme ID refused the sign-in (unknown error).'])
  })
})

describe('a sign-in', () => {
  it.each([
    ['https://evil.example/', '/'],
    ['//evil.example/x', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/sign-in?to=/sign-in', '/'],
    ['/d/main/scans#top', '/d/main/scans#top'],
    [`/d/main/scans?${'a'.repeat(1400)}`, `/d/main/scans?${'a'.repeat(1400)}`],
    [`/d/main/scans?${'a'.repeat(3900)}`, '/d/main/scans'],
  ])('returns from %s to %s', async (to, expected) => {
    const { open } = await startWithProvider()
    expect((await open().signIn('Ann', to)).body).toMatchObject({ to: expected })
  })

  it('is not started or finished by another site', async () => {
    const { provider, open } = await startWithProvider()
    const browser = open()
    const returned = await provider.signIn(await browser.begin(), 'Ann')
    const body = { singleSignOn: new URL(returned).search }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }]) {
      expect((await browser.post('/api/v1/session/single-sign-on', {}, headers)).status).toBe(403)
      expect((await browser.post('/api/v1/session', body, headers)).status).toBe(403)
      expect((await browser.post('/api/v1/session/sign-out', undefined, headers)).status).toBe(200)
    }
    expect((await browser.finish(returned)).status).toBe(200)
    const kept = await browser.post('/api/v1/session/sign-out', undefined, { 'sec-fetch-site': 'cross-site' })
    expect(kept.status).toBe(403)
    expect((await browser.call(getMe)).status).toBe(200)
  })

  it('says that the provider is down, while tokens go on', async () => {
    const { service, provider, open } = await startWithProvider()
    const browser = open()
    const returned = await provider.signIn(await browser.begin(), 'Ann')
    await provider.stop()
    const refused = await browser.finish(returned)
    expect([refused.status, detail(refused), refused.headers['retry-after']]).toEqual([
      503,
      'Acme ID cannot be reached. Try again later, or sign in with a token.',
      '10',
    ])
    expect((await service.call(getMe)).status).toBe(200)
    await provider.start()
    expect((await open().signIn('Ann')).status).toBe(200)
  })

  it('needs no provider at start', async () => {
    const { provider, open, service } = await startWithProvider()
    await provider.stop()
    const started = await open().post('/api/v1/session/single-sign-on', {})
    expect([started.status, detail(started)]).toEqual([503, expect.stringContaining('cannot be reached')])
    expect((await service.call(getMe)).status).toBe(200)
  })

  it('is limited by address', async () => {
    const { open } = await startWithProvider()
    const browser = open()
    const statuses = []
    for (let attempt = 0; attempt < 12; attempt++)
      statuses.push((await browser.finish(`${publicUrl}/sign-in?code=a&state=b`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    for (let attempt = 0; attempt < 48; attempt++) await browser.post('/api/v1/session/single-sign-on', {})
    expect((await browser.post('/api/v1/session/single-sign-on', {})).status).toBe(429)
  })

  it('cannot take a name that somebody has', async () => {
    const { service, add, open } = await startWithProvider()
    await service.mint({ name: 'laptop', person: 'Grace Hopper' })
    const names: string[] = []
    for (const [subject, name] of [
      ['a', 'Grace Hopper'],
      ['b', 'GRACE  HOPPER'],
      ['c', 'Ｇrace Hopper'],
      ['d', 'Gatehouse'],
      ['e', 'Grace\u200b Hopper\u202e'],
      ['f', ' \u0000\n '],
      ['g', '<img src=x onerror=alert(1)>'],
      ['h', 'x'.repeat(500)],
      ['i', 42],
    ] as const) {
      add(subject, ['shop'], { name, email_verified: subject !== 'b' })
      const signedIn = await open().signIn(subject)
      names.push(String(Object(signedIn.body).name))
    }
    expect(names).toEqual([
      'Grace Hopper (a@acme.example)',
      'GRACE HOPPER (2)',
      'Ｇrace Hopper (c@acme.example)',
      'Gatehouse (d@acme.example)',
      'Grace Hopper (e@acme.example)',
      'f@acme.example',
      '<img src=x onerror=alert(1)>',
      'x'.repeat(80),
      'i@acme.example',
    ])
  })

  it('keeps the name when the provider changes it', async () => {
    const { add, open } = await startWithProvider()
    await open().signIn('Bob')
    add('Bob', ['shop'], { name: 'Ann' })
    expect((await open().signIn('Bob')).body).toMatchObject({ name: 'Bob' })
  })

  it('stores neither codes nor secrets', async () => {
    const { service, provider, open } = await startWithProvider()
    const browser = open()
    const returned = await provider.signIn(await browser.begin(), 'Ann')
    await browser.finish(returned)
    const code = new URL(returned).searchParams.get('code') ?? ''
    const cookie = /gatehouse_session=([^;]+)/.exec(browser.headers()['cookie'] ?? '')?.[1] ?? ''
    expect([code.length > 20, cookie.length > 20]).toEqual([true, true])
    for (const { text } of await wholeDatabase(service.services.database))
      for (const secret of [code, cookie, 'a client secret of 32 characters'])
        expect(text).not.toContain(secret)
  })
})

describe('signing out', () => {
  it('ends the session, and says where that of the provider ends', async () => {
    const { provider, open } = await startWithProvider()
    const browser = open()
    await browser.signIn('Ann')
    const { url } = (await browser.call(signOutOfProvider)).body
    const parameters = new URL(url ?? '').searchParams
    expect(url).toMatch(new RegExp(`^${provider.issuer}/session/end\\?`))
    expect(parameters.get('post_logout_redirect_uri')).toBe(`${publicUrl}/sign-in`)
    expect(parameters.get('id_token_hint')).toMatch(/^eyJ/)
    const page = await fetch(url ?? '')
    expect(page.status).toBe(200)
    expect((await browser.call(getMe)).status).toBe(401)
    expect((await browser.call(signOutOfProvider)).body).toEqual({ url: null })
  })

  it('works without the provider', async () => {
    const { provider, open } = await startWithProvider()
    const browser = open()
    await browser.signIn('Ann')
    await provider.stop()
    expect((await browser.call(signOutOfProvider)).status).toBe(200)
    expect((await browser.call(getMe)).status).toBe(401)
  })

  it('has no page at the provider for the session of a token', async () => {
    const { service, open } = await startWithProvider()
    const browser = open()
    await browser.post('/api/v1/session', { token: service.token })
    expect((await browser.call(getMe)).body.singleSignOn).toBe(false)
    expect((await browser.call(signOutOfProvider)).body).toEqual({ url: null })
    expect((await browser.call(getMe)).status).toBe(401)
  })
})
