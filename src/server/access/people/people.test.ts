import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { getFinding } from '#contract/operations/findings.ts'
import { invitePerson, listPeople, patchPerson } from '#contract/operations/people.ts'
import { getMe } from '#contract/operations/session.ts'
import { createToken, listTokens } from '#contract/operations/tokens.ts'
import { triage } from '#contract/operations/triage.ts'
import { createView, listViews } from '#contract/operations/views.ts'
import { Build } from '#server/findings/testing/build.ts'
import { startWithProvider } from '#server/testing/provider/sign-in.ts'

const detail = (response: { body: unknown }) => String(Object(response.body).detail)

/** Ann administers all, Bob triages in `main`; both have signed in. */
async function started() {
  const parts = await startWithProvider()
  const { service, open } = parts
  await service.addDeployment('payments')
  const [ann, bob] = [open(), open()]
  await ann.signIn('Ann')
  await bob.signIn('Bob')
  const people = async (deploymentId = 'main') =>
    (await ann.call(listPeople, { path: { deploymentId } })).body.people
  const idOf = async (name: string) => (await people()).find((person) => person.name === name)?.id ?? ''
  const patch = async (name: string, body: object, browser = ann) =>
    browser.call(patchPerson, { path: { id: await idOf(name) }, body })
  return { ...parts, ann, bob, people, idOf, patch }
}

describe('the people of a deployment', () => {
  it('are listed with roles, deployments, sessions and tokens', async () => {
    const { service, ann, people } = await started()
    const body = { name: 'laptop', person: 'Bob', role: 'viewer', webApiEnabled: true }
    expect((await ann.call(createToken, { body })).status).toBe(201)
    const now = new Date(service.clock.now).toISOString()
    expect(await people()).toMatchObject([
      {
        name: 'Ann',
        email: 'ann@acme.example',
        roles: [{ role: 'admin', allDeployments: true, group: 'security', givenBy: null }],
        deployments: [{ slug: 'main' }, { slug: 'payments' }],
        invited: false,
        disabledAt: null,
        lastSeenAt: now,
        sessions: 1,
        tokens: 0,
        current: true,
      },
      {
        name: 'Bob',
        roles: [{ role: 'analyst', allDeployments: false, group: 'shop' }],
        deployments: [{ slug: 'main' }],
        sessions: 1,
        tokens: 1,
        current: false,
      },
    ])
    expect((await people('payments')).map(({ name }) => name)).toEqual(['Ann'])
  })

  it('are for administrators alone', async () => {
    const { bob, patch } = await started()
    expect((await bob.call(listPeople)).status).toBe(403)
    const body = { email: 'x@acme.example', role: 'admin' }
    expect((await bob.call(invitePerson, { body })).status).toBe(403)
    expect((await patch('Bob', { role: 'admin' }, bob)).status).toBe(403)
  })

  it('who are disabled lose everything at once, and cannot sign in', async () => {
    const { service, ann, bob, open, patch, people } = await started()
    const body = { name: 'laptop', person: 'Bob', role: 'analyst', webApiEnabled: true }
    const { secret } = (await ann.call(createToken, { body })).body
    const inSession = open()
    expect((await inSession.post('/api/v1/session', { token: secret })).status).toBe(200)
    const answers = () =>
      Promise.all([
        bob.call(getMe).then(({ status }) => status),
        inSession.call(getMe).then(({ status }) => status),
        service.call(getMe, { token: secret }).then(({ status }) => status),
      ])
    expect(await answers()).toEqual([200, 200, 200])
    expect((await patch('Bob', { disabled: true })).body.person).toMatchObject({
      disabledBy: 'Ann',
      sessions: 0,
      tokens: 0,
    })
    expect(await answers()).toEqual([401, 401, 401])
    const refused = await bob.signIn('Bob')
    expect([refused.status, detail(refused)]).toEqual([
      403,
      'Your access to Gatehouse is disabled. Ask it-help@acme.example.',
    ])
    expect((await ann.call(createToken, { body: { ...body, name: 'other' } })).status).toBe(409)
    expect((await patch('Bob', { disabled: false })).status).toBe(200)
    // What has ended stays so.
    expect(await answers()).toEqual([401, 401, 401])
    expect((await bob.signIn('Bob')).status).toBe(200)
    expect((await people()).map(({ name, disabledAt }) => [name, disabledAt])).toEqual([
      ['Ann', null],
      ['Bob', null],
    ])
    const { events } = (await ann.call(listAudit, { query: { target: 'Bob', actor: 'Ann' } })).body
    expect(events.map(({ action, detail }) => [action, detail])).toEqual([
      ['person.enabled', { id: '2' }],
      ['person.disabled', { id: '2', tokens: 1, sessions: 2 }],
    ])
  })

  it('cannot disable themselves, or change their own role', async () => {
    const { patch } = await started()
    expect((await patch('Ann', { disabled: true })).status).toBe(409)
    expect((await patch('Ann', { role: null })).status).toBe(409)
  })

  it('who are renamed keep what is theirs, and history keeps their name of the time', async () => {
    const { service, ann, bob, patch, people, add, open } = await started()
    const [finding = 0] = await new Build(service).add({})
    const body = { issue_type: 'sast', issue_ids: [finding], new_triage_state: 'reviewing' }
    expect((await bob.call(triage, { body })).status).toBe(200)
    const view = { name: 'Mine', page: 'code', query: 'severities=high' }
    expect((await bob.call(createView, { body: view })).status).toBe(201)
    expect((await patch('Bob', { name: 'Robert' })).status).toBe(200)
    expect((await bob.call(getMe)).body.name).toBe('Robert')
    const { views } = (await bob.call(listViews, { query: { page: 'code' } })).body
    expect(views.map(({ name }) => name)).toContain('Mine')
    const { history } = (await ann.call(getFinding, { path: { id: finding } })).body
    expect(history.map(({ who }) => who)).toContain('Bob')
    expect((await people())[1]).toMatchObject({ name: 'Robert', formerNames: ['Bob'] })
    // Nobody else becomes Bob: neither at sign-in, nor by an administrator, nor by a token.
    add('Other', ['shop'], { name: 'bob' })
    expect((await open().signIn('Other')).body).toMatchObject({ name: 'bob (other@acme.example)' })
    expect((await patch('Ann', { name: 'Bob' })).status).toBe(409)
    for (const token of [{ name: 'spare', person: 'Bob' }, { name: 'BOB' }, { name: 'Bob', machine: true }])
      expect((await ann.call(createToken, { body: { ...token, role: 'viewer' } })).status).toBe(409)
    expect((await patch('Robert', { name: 'Bob' })).body.person).toMatchObject({ formerNames: ['Robert'] })
    expect((await bob.call(getMe)).body.name).toBe('Bob')
    for (const name of ['Gatehouse', 'Tess Ter', 'command line', 'a\u202eb', ' '])
      expect([name, [400, 409].includes((await patch('Bob', { name })).status)]).toEqual([name, true])
  })
})

describe('an invitation', () => {
  const invitation = { email: ' Carla@Acme.example', role: 'manager' }

  it('gives a role before the first sign-in, to whoever has the verified address', async () => {
    const { ann, open, add, people } = await started()
    const { person } = (await ann.call(invitePerson, { body: invitation })).body
    expect(person).toMatchObject({
      name: 'carla@acme.example',
      invited: true,
      roles: [{ role: 'manager', group: null, givenBy: 'Ann' }],
    })
    add('mallory', [], { email: 'carla@acme.example', email_verified: false })
    expect((await open().signIn('mallory')).status).toBe(403)
    add('mallory', [], { email: 'carla@acme.example', email_verified: 'true' })
    expect((await open().signIn('mallory')).status).toBe(403)
    // An address and the confirmation of another one, each in an answer of its own.
    const carlas = { email: 'carla@acme.example', email_verified: undefined }
    const own = { email: 'mallory@acme.example', email_verified: true }
    for (const [token, userInfo] of [
      [carlas, own],
      [own, carlas],
      [{ email: undefined, email_verified: true }, carlas],
      [carlas, { email: undefined, email_verified: true }],
      [
        { ...carlas, email_verified: false },
        { ...carlas, email_verified: true },
      ],
    ]) {
      add('mallory', [], token, userInfo)
      expect((await open().signIn('mallory')).status).toBe(403)
    }
    add('carla', [], { name: 'Carla Cruz', email: undefined }, { email: 'carla@acme.example' })
    const carla = open()
    expect((await carla.signIn('carla')).body).toMatchObject({ name: 'Carla Cruz' })
    expect((await carla.call(getMe)).body.role).toBe('manager')
    expect((await people()).find(({ name }) => name === 'Carla Cruz')).toMatchObject({
      id: person.id,
      invited: false,
      formerNames: ['carla@acme.example'],
    })
    // It is used once: the address of somebody else later gives nothing.
    add('second', [], { email: 'carla@acme.example' })
    expect((await open().signIn('second')).status).toBe(403)
  })

  it('adds a role to somebody who is here, which outlives their groups', async () => {
    const { ann, bob, add, patch } = await started()
    const path = { deploymentId: 'payments' }
    const body = { email: 'bob@acme.example', role: 'viewer' }
    expect((await ann.call(invitePerson, { path, body })).body.person).toMatchObject({ name: 'Bob' })
    add('Bob', [])
    expect((await bob.signIn('Bob')).status).toBe(200)
    expect((await bob.call(getMe)).body.deployments.map(({ slug, role }) => [slug, role])).toEqual([
      ['payments', 'viewer'],
    ])
    const { people } = (await ann.call(listPeople, { path })).body
    const id = people.find(({ name }) => name === 'Bob')?.id ?? ''
    const removed = await ann.call(patchPerson, { path: { ...path, id }, body: { role: null } })
    expect(removed.body.person).toMatchObject({ name: 'Bob', roles: [] })
    expect((await bob.call(getMe)).status).toBe(401)
    expect((await patch('Bob', { role: 'analyst' })).status).toBe(200)
    expect((await bob.call(getMe)).body.role).toBe('analyst')
  })

  it.each([
    [{ email: 'no address', role: 'viewer' }, 400],
    [{ email: 'x@acme.example', role: 'ci' }, 400],
    [{ email: 'x@acme.example', role: 'owner' }, 400],
    [{ email: 'x@acme.example', role: 'viewer', name: 'Bob' }, 409],
    [{ email: 'ann@acme.example', role: 'viewer' }, 409],
  ])('%j is refused with %i', async (body, status) => {
    const { ann } = await started()
    expect((await ann.call(invitePerson, { body })).status).toBe(status)
  })
})

describe('an administrator of one deployment', () => {
  async function withLead() {
    const parts = await started()
    parts.add('Lea', ['leads'])
    const lea = parts.open()
    await lea.signIn('Lea')
    return { ...parts, lea }
  }

  it('sees its people, and nothing of other deployments', async () => {
    const { ann, lea } = await withLead()
    await ann.call(invitePerson, {
      path: { deploymentId: 'payments' },
      body: { email: 'pat@acme.example', role: 'admin' },
    })
    const { people } = (await lea.call(listPeople)).body
    expect(
      people.map(({ name, deployments, locked }) => [name, deployments.map(({ slug }) => slug), locked]),
    ).toEqual([
      ['Ann', ['main'], 'other deployments'],
      ['Bob', ['main'], null],
      ['Lea', ['main'], null],
    ])
    expect((await lea.call(listPeople, { path: { deploymentId: 'payments' } })).status).toBe(404)
  })

  it('learns nothing of people of others by inviting their address', async () => {
    const { ann, lea, add, open, service } = await withLead()
    const path = { deploymentId: 'payments' }
    await ann.call(invitePerson, { path, body: { email: 'pat@acme.example', role: 'viewer' } })
    add('Pat', [], { name: 'Pat Secret', email: 'pat@acme.example' })
    const pat = open()
    expect((await pat.signIn('Pat')).body).toMatchObject({ name: 'Pat Secret' })
    const { people: there } = (await ann.call(listPeople, { path })).body
    const id = there.find(({ email }) => email === 'pat@acme.example')?.id ?? ''
    expect((await ann.call(patchPerson, { path: { ...path, id }, body: { disabled: true } })).status).toBe(
      200,
    )

    service.clock.now += 60_000
    const invite = async (email: string) => {
      const { status, body } = await lea.call(invitePerson, { body: { email, role: 'viewer' } })
      return [status, JSON.parse(JSON.stringify(body).replaceAll(email, 'ADDRESS'))]
    }
    const [known, unknown] = [await invite('pat@acme.example'), await invite('new@acme.example')]
    const whenever = { id: expect.any(String), createdAt: expect.any(String) }
    expect(known).toEqual([201, { invitation: null, person: { ...unknown[1].person, ...whenever } }])
    const { text } = await lea.call(listPeople)
    expect(text).not.toContain('Secret')
    for (const body of [{ name: 'Patricia' }, { disabled: true }]) {
      const refused = await lea.call(patchPerson, { path: { id }, body })
      expect([refused.status, refused.text.includes('Secret')]).toEqual([403, false])
    }
    service.clock.now += 60_000
    const log = await lea.call(listAudit, { query: { target: 'pat@acme.example' } })
    expect(log.body.events.map(({ action }) => action)).toEqual(['person.role_given', 'person.invited'])
    expect((await ann.call(patchPerson, { path: { ...path, id }, body: { disabled: false } })).status).toBe(
      200,
    )
    expect((await pat.signIn('Pat')).status).toBe(200)
    const { people } = (await lea.call(listPeople)).body
    expect(people.find((one) => one.id === id)).toMatchObject({ name: 'Pat Secret', invited: false })
  })

  it('changes nobody who has a role elsewhere', async () => {
    const { ann, lea, patch, idOf } = await withLead()
    for (const body of [{ disabled: true }, { name: 'Anna' }]) {
      const refused = await patch('Ann', body, lea)
      expect([refused.status, detail(refused)]).toEqual([403, expect.stringContaining('other deployments')])
    }
    const token = { name: 'spare', person: 'Ann', role: 'viewer', webApiEnabled: true }
    expect((await lea.call(createToken, { body: token })).status).toBe(403)
    expect((await patch('Bob', { disabled: true }, lea)).status).toBe(200)
    await ann.call(invitePerson, {
      path: { deploymentId: 'payments' },
      body: { email: 'pat@acme.example', role: 'viewer' },
    })
    const { people } = (await ann.call(listPeople, { path: { deploymentId: 'payments' } })).body
    const pat = people.find(({ email }) => email === 'pat@acme.example')?.id ?? ''
    expect((await lea.call(patchPerson, { path: { id: pat }, body: { disabled: true } })).status).toBe(404)
    for (const id of ['0', '999', '99999999999'])
      expect((await lea.call(patchPerson, { path: { id }, body: { disabled: true } })).status).toBe(404)
    expect(await idOf('Ann')).not.toBe('')
  })
})

describe('a token of a person', () => {
  it('permits no more than the person', async () => {
    const { service, ann, add, open, bob } = await started()
    const body = { name: 'laptop', person: 'Bob', role: 'admin', webApiEnabled: true }
    const { secret } = (await ann.call(createToken, { body })).body
    const scopes = async () => (await service.call(getMe, { token: secret })).body.scopes?.toSorted()
    expect(await scopes()).toEqual(['findings:read', 'findings:triage', 'sbom:export'])
    expect((await service.call(listTokens, { token: secret })).status).toBe(403)
    add('Bob', ['auditors'])
    await bob.signIn('Bob')
    expect(await scopes()).toEqual(['findings:read'])
    add('Bob', ['security'])
    await open().signIn('Bob')
    expect(await scopes()).toEqual(['admin'])
  })
})

describe('a person', () => {
  it('was last seen when a session or a token was last used', async () => {
    const { service, bob, people } = await started()
    service.clock.now += 3600_000
    expect((await bob.call(getMe)).status).toBe(200)
    // Written after the answer, in the order of such writes.
    await service.services.record(async () => undefined)
    expect((await people())[1]?.lastSeenAt).toBe(new Date(service.clock.now).toISOString())
  })

  it('is one, with a name of their own, however many sign in at once', async () => {
    const { service, add, open } = await startWithProvider()
    for (const subject of ['a', 'b', 'c']) add(subject, ['shop'], { name: 'Kim' })
    const subjects = ['a', 'b', 'c', 'a', 'b', 'c']
    const answers = await Promise.all(subjects.map((subject) => open().signIn(subject)))
    expect(answers.map(({ status }) => status)).toEqual(subjects.map(() => 200))
    const { people } = (await service.call(listPeople)).body
    expect(people.map(({ roles, sessions }) => [roles.length, sessions])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
    expect(new Set(people.map(({ name }) => name)).size).toBe(3)
  })
})
