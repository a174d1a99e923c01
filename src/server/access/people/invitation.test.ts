import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { invitePerson, listPeople, patchPerson } from '#contract/operations/people.ts'
import { getMe } from '#contract/operations/session.ts'
import { listTokens, revokeToken } from '#contract/operations/tokens.ts'
import { startWithProvider } from '#server/testing/provider/sign-in.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const day = 24 * 3600_000
const body = { email: 'ada@acme.example', role: 'analyst' }

const invite = (service: TestService, more: object = {}, token = service.token) =>
  service.call(invitePerson, { body: { ...body, ...more }, token })

const secretIn = ({ body: { invitation } }: Awaited<ReturnType<typeof invite>>) =>
  invitation?.url.split('#invitation=')[1] ?? ''

const accept = (service: TestService, secret: string, headers: Record<string, string> = {}) =>
  service.send('POST', '/api/v1/session', { body: { invitation: secret }, token: null, headers })

const cookieOf = (response: Awaited<ReturnType<typeof accept>>) => ({
  cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
  'sec-fetch-site': 'same-origin',
})

const meOf = async (service: TestService, token: string) => (await service.call(getMe, { token })).body

describe('an invitation without single sign-on', () => {
  it('has a link that creates the sign-in of the person, once', async () => {
    const service = await startTestService()
    const invited = await invite(service, { name: 'Ada' })
    expect(invited.status).toBe(201)
    expect(invited.body).toEqual({
      person: expect.objectContaining({
        name: 'Ada',
        invited: true,
        linkExpiresAt: new Date(service.clock.now + 7 * day).toISOString(),
      }),
      invitation: {
        url: expect.stringMatching(/^http:\/\/[^/]+\/sign-in#invitation=invite_[\w-]{43}$/),
        expiresAt: new Date(service.clock.now + 7 * day).toISOString(),
      },
    })
    const secret = secretIn(invited)
    const accepted = await accept(service, secret)
    expect([accepted.status, accepted.body]).toEqual([
      200,
      { name: 'Ada', deployment: 'main', secret: expect.stringMatching(/^gate_[\w-]{43}$/) },
    ])
    expect((await service.call(getMe, { token: null, headers: cookieOf(accepted) })).body).toMatchObject({
      name: 'Ada',
      role: 'analyst',
    })
    const token = String(Object(accepted.body).secret)
    const again = await service.send('POST', '/api/v1/session', { body: { token }, token: null })
    expect(again.status).toBe(200)
    expect(await meOf(service, token)).toMatchObject({ name: 'Ada', role: 'analyst', machine: false })
    const { people } = (await service.call(listPeople)).body
    expect(people).toMatchObject([{ name: 'Ada', invited: false, linkExpiresAt: null, tokens: 1 }])
    const second = await accept(service, secret)
    expect([second.status, second.text]).toEqual([401, expect.stringContaining('already used or replaced')])
    // Whoever has a sign-in gets a role, and no other credential of somebody's.
    expect((await invite(service)).body.invitation).toBeNull()
  })

  it('works for seven days', async () => {
    const service = await startTestService()
    const secrets = [
      secretIn(await invite(service)),
      secretIn(await invite(service, { email: 'b@acme.example' })),
    ]
    service.clock.now += 7 * day - 1
    expect((await accept(service, secrets[0] ?? '')).status).toBe(200)
    service.clock.now += 1
    expect((await accept(service, secrets[1] ?? '')).status).toBe(401)
    const { people } = (await service.call(listPeople)).body
    expect(people.map(({ invited, linkExpiresAt }) => [invited, linkExpiresAt])).toEqual([
      [false, null],
      [true, new Date(service.clock.now).toISOString()],
    ])
    expect((await accept(service, secretIn(await invite(service, { email: 'b@acme.example' })))).status).toBe(
      200,
    )
  })

  it('is revoked by another link, the end of the role, and disabling the person', async () => {
    const service = await startTestService()
    const patch = (id: string, change: object) => service.call(patchPerson, { path: { id }, body: change })
    const first = await invite(service)
    const { id } = first.body.person
    const second = await invite(service)
    expect((await accept(service, secretIn(first))).status).toBe(401)
    await patch(id, { role: null })
    expect((await accept(service, secretIn(second))).status).toBe(401)
    const third = await invite(service)
    await patch(id, { disabled: true })
    await patch(id, { disabled: false })
    expect((await accept(service, secretIn(third))).status).toBe(401)
    const fourth = await invite(service)
    // The role of the moment counts, and later ones reach the sign-in too.
    await patch(id, { role: 'viewer' })
    const accepted = await accept(service, secretIn(fourth))
    const token = String(Object(accepted.body).secret)
    expect((await meOf(service, token)).role).toBe('viewer')
    await patch(id, { role: 'manager' })
    expect((await meOf(service, token)).scopes).toContain('findings:approve')
    // Whoever has lost their token gets another link.
    const { tokens } = (await service.call(listTokens)).body
    const own = tokens.find(({ person }) => person === body.email)
    expect(own).toMatchObject({ role: 'manager', createdBy: body.email })
    await service.call(revokeToken, { path: { id: own?.id ?? '' } })
    expect((await accept(service, secretIn(await invite(service)))).status).toBe(200)
  })

  it('is stored as a hash, audited, and limited by address', async () => {
    const service = await startTestService()
    const secret = secretIn(await invite(service))
    const rows = await service.services.database.read.selectFrom('person_role').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await accept(service, secret, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await accept(service, secret)).status).toBe(200)
    const statuses = []
    for (let count = 0; count < 12; count += 1)
      statuses.push((await accept(service, `invite_${count}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    await service.services.authenticator.settled()
    const { events } = (await service.call(listAudit)).body
    expect(
      events
        .filter(({ action }) => /^(person|token|session)\./.test(action))
        .map(({ action, actor }) => [action, actor]),
    ).toEqual([
      ['session.refused', '127.0.0.1'],
      ['session.started', body.email],
      ['token.made', body.email],
      ['person.joined', body.email],
      ['person.link_made', 'Tess Ter'],
      ['person.role_given', 'Tess Ter'],
      ['person.invited', 'Tess Ter'],
    ])
    const refused = await service.services.database.read
      .selectFrom('audit_event')
      .select(['action', 'detail_json'])
      .where('action', '=', 'session.refused')
      .execute()
    expect(refused).toEqual([
      { action: 'session.refused', detail_json: expect.stringContaining('"unknown invitation"') },
    ])
    const log = await service.services.database.read.selectFrom('audit_event').selectAll().execute()
    expect(JSON.stringify(log)).not.toContain(secret)
  })

  it('gives whoever administers one deployment nobody of another', async () => {
    const service = await startTestService()
    await service.addDeployment('other')
    const lead = await service.mint({ name: 'Lead', person: 'Lead' })
    const there = await service.call(invitePerson, { path: { deploymentId: 'other' }, body })
    expect((await accept(service, secretIn(there))).status).toBe(200)
    // The address is no proof of who somebody is: the person here is another one.
    const here = await invite(service, {}, lead)
    expect(here.body.person.id).not.toBe(there.body.person.id)
    expect((await accept(service, secretIn(here))).body).toMatchObject({ deployment: 'main' })
    // Somebody with a role in both deployments is nobody whom the administrator of one can act as.
    const both = { email: 'bob@acme.example' }
    await service.call(invitePerson, { path: { deploymentId: 'other' }, body: { ...body, ...both } })
    expect((await invite(service, both)).status).toBe(201)
    expect((await invite(service, both, lead)).status).toBe(403)
    expect((await invite(service, both, lead)).text).not.toContain('other')
  })
})

describe('an invitation with single sign-on', () => {
  it('has no link, and ends the use of earlier ones', async () => {
    const { service, open } = await startWithProvider()
    const ann = open()
    await ann.signIn('Ann')
    const { status, body: answer } = await ann.call(invitePerson, { body })
    expect([status, answer.invitation, answer.person.linkExpiresAt]).toEqual([201, null, null])
    const refused = await accept(service, 'invite_x')
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Acme ID')])
  })
})
