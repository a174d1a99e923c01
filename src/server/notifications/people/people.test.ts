import { describe, expect, it } from 'vitest'
import { approveRequest, listApprovals } from '#contract/operations/approvals.ts'
import { createComment } from '#contract/operations/comments.ts'
import { listInbox } from '#contract/operations/inbox.ts'
import { getNotifications, setNotifications } from '#contract/operations/notifications.ts'
import { createTeam } from '#contract/operations/owners.ts'
import { listPeople, patchPerson } from '#contract/operations/people.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { triage } from '#contract/operations/triage.ts'
import { listWebhookDeliveries, listWebhooks, patchWebhook } from '#contract/operations/webhooks.ts'
import type { PersonalEvent } from '#contract/webhook-vocabulary.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { type Browser, startWithProvider } from '#server/testing/provider/sign-in.ts'
import { startMailServer } from '../testing/mail-server.ts'

const hour = 3600_000
const day = 24 * hour
const minute = 60_000

/** A service with a mail server, where Ann is an administrator and Bob an analyst. It is noon. */
async function started() {
  const mail = await startMailServer()
  const config = {
    host: '127.0.0.1',
    port: mail.port,
    isTlsFromStart: false,
    user: null,
    from: 'gatehouse@acme.example',
  }
  const { service, open } = await startWithProvider({}, { mail: config })
  const [ann, bob] = [open(), open()]
  await ann.signIn('Ann')
  await bob.signIn('Bob')
  const { services, clock } = service
  let commit = 0
  const scan = (names: readonly string[]) =>
    upload(service, semgrep(names.map((name) => result('rules.sqli', `${name}.py`, `code of ${name}`))), {
      commit: String(++commit),
    })
  await services.jobs.start({ alone: true })
  await scan(['a', 'b', 'c'])
  const ids = (await codeFindings(service)).map(({ id }) => id).sort((one, other) => one - other)
  const settle = async () => {
    await services.jobs.settled()
    services.jobs.wake('notification_position')
    await services.jobs.settled()
    services.jobs.wake('webhook')
    await services.jobs.settled()
  }
  await settle()
  const decide = (browser: Browser, own: readonly number[], body: object) =>
    browser.call(triage, { body: { issue_type: 'sast', issue_ids: own, ...body } })
  return {
    ...service,
    mail,
    ann,
    bob,
    ids,
    settle,
    decide,
    assign: (browser: Browser, own: readonly number[], owner: string | null) =>
      decide(browser, own, { new_owner: owner }),
    pass: async (milliseconds: number) => {
      clock.now += milliseconds
      await settle()
    },
    choose: (browser: Browser, timing: string, events: PersonalEvent[]) =>
      browser.call(setNotifications, { body: { timing, events } }),
    /** The e-mails to a person, without their headers. */
    textsTo: (name: string) =>
      mail.received.flatMap(({ to, text }) =>
        to.includes(`${name}@acme.example`) ? [text.slice(text.indexOf('\n\n') + 2)] : [],
      ),
  }
}

describe('e-mails to people', () => {
  it('are a daily digest of what others did that waits for them, unless they choose otherwise', async () => {
    const { ann, bob, ids, call, assign, decide, settle, pass, textsTo, mail } = await started()
    const [one = 0, two = 0, three = 0] = ids
    expect((await bob.call(getNotifications)).body).toEqual({
      address: 'bob@acme.example',
      email: true,
      timing: 'daily',
      events: ['finding.assigned', 'finding.mentioned', 'approval.decided', 'ignore.expiring', 'finding.due'],
      choices: [
        'finding.assigned',
        'finding.mentioned',
        'approval.decided',
        'ignore.expiring',
        'finding.due',
      ],
      unsubscribedAt: null,
    })
    await call(createTeam, { body: { name: 'Payments', members: ['Bob'] } })
    await call(updateSettings, { body: { requireApproval: true } })
    await assign(ann, [one], 'person:Bob')
    await settle()
    await assign(ann, [two], 'team:Payments')
    await assign(bob, [three], 'person:Bob')
    await ann.call(createComment, { path: { id: one }, body: { text: '@Bob the password is hunter2' } })
    await settle()
    const request = {
      new_triage_state: 'ignored',
      new_triage_reason: 'acceptable_risk',
      new_note: 'The key is hunter2.',
    }
    await decide(bob, [three], request)
    await settle()
    const [approval] = (await ann.call(listApprovals, { query: { waiting: true } })).body.approvals
    await ann.call(approveRequest, { path: { id: approval?.id ?? '' }, body: { note: 'hunter2' } })
    await pass(20 * hour - minute)
    expect(mail.received).toEqual([])
    await pass(minute)
    expect(mail.received.map(({ to }) => to).sort()).toEqual([['ann@acme.example'], ['bob@acme.example']])
    const [text = ''] = textsTo('bob')
    const lines = [
      'Ann assigned sqli in acme/shop to you',
      'Ann assigned sqli in acme/shop to your team Payments',
      'Ann mentioned you on sqli in acme/shop',
      'Ann approved your request to ignore 1 finding',
    ]
    expect(lines.filter((line) => !text.includes(`${line}\n`))).toEqual([])
    expect(text).toContain('/d/main/settings/notifications\nUnsubscribe: http')
    expect(textsTo('ann').join()).toContain('Bob asks to ignore 1 finding')
    expect(mail.received.map((one) => one.text).join()).not.toMatch(/hunter2|code of|was found/)
    await pass(day)
    expect(mail.received).toHaveLength(2)
  })

  it('are sent at once to who chose that, and end by the link in one until they are turned on again', async () => {
    const { ann, bob, ids, assign, choose, settle, pass, textsTo, mail, server } = await started()
    const [one = 0, two = 0, three = 0] = ids
    expect((await choose(bob, 'immediate', ['finding.assigned'])).body).toMatchObject({
      timing: 'immediate',
      events: ['finding.assigned'],
    })
    await assign(ann, [one], 'person:Bob')
    await ann.call(createComment, { path: { id: one }, body: { text: '@Bob look' } })
    await settle()
    expect(mail.received).toHaveLength(1)
    const [text = ''] = textsTo('bob')
    expect(text).toContain('Ann assigned sqli in acme/shop to you')
    const { pathname, search } = new URL(/\nUnsubscribe: (\S+)/.exec(text)?.[1] ?? '')
    const url = `${pathname}${search}`
    expect((await server.inject({ url })).body).toContain('bob@acme.example (Notifications)')
    expect((await server.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect((await bob.call(getNotifications)).body).toMatchObject({
      timing: 'off',
      unsubscribedAt: expect.any(String),
    })
    await assign(ann, [two], 'person:Bob')
    await pass(hour)
    expect(mail.received).toHaveLength(1)
    await choose(bob, 'immediate', ['finding.assigned'])
    await settle()
    expect(mail.received).toHaveLength(1)
    await assign(ann, [one, two], null)
    await assign(ann, [one, two, three], 'person:Bob')
    await settle()
    expect(mail.received).toHaveLength(2)
    expect(textsTo('bob')[1]).toContain(
      '/findings/code?owner=me&status=open%2Creviewing%2Cfixing&rule_disabled=false&primary_ref=true',
    )
  })

  it('tell owner and decider of ignores that end, once and together, and owners of what is due', async () => {
    const { ann, bob, ids, call, assign, decide, choose, pass, clock, textsTo } = await started()
    const [one = 0, two = 0, three = 0] = ids
    const dueDates = { days: { critical: 9, high: 9, medium: null, low: null }, tags: [] }
    expect((await call(updateSettings, { body: { dueDates } })).status).toBe(200)
    await assign(ann, ids, 'person:Bob')
    for (const browser of [ann, bob]) await choose(browser, 'immediate', ['ignore.expiring', 'finding.due'])
    await decide(ann, [one, two], {
      new_triage_state: 'ignored',
      new_triage_reason: 'no_time',
      new_ignored_until: new Date(clock.now + 10 * day).toISOString(),
    })
    for (let days = 0; days < 5; days++) await pass(day)
    const expiring = '2 findings are ignored for only 7 more days: 2 high'
    expect(textsTo('bob')).toEqual([expect.stringContaining(expiring)])
    expect(textsTo('ann')).toEqual([expect.stringContaining(expiring)])
    for (let days = 0; days < 7; days++) await pass(day)
    expect(textsTo('bob').map((text) => text.split('\n', 1)[0])).toEqual([
      expiring,
      '1 finding of yours is due by tomorrow: 1 high',
      '1 finding of yours is overdue: 1 high',
    ])
    expect(textsTo('ann')).toHaveLength(1)
    expect(three).toBeGreaterThan(0)
  })

  it('tell whoever ignored findings of their end, by any of their names, and not who added a note', async () => {
    const { ann, bob, ids, clock, decide, choose, pass, textsTo } = await started()
    const [one = 0, two = 0] = ids
    for (const browser of [ann, bob]) await choose(browser, 'immediate', ['ignore.expiring'])
    await decide(bob, [one, two], {
      new_triage_state: 'ignored',
      new_triage_reason: 'no_time',
      new_ignored_until: new Date(clock.now + 10 * day).toISOString(),
    })
    await decide(ann, [two], { new_note: 'Seen.' })
    const bobs = (await ann.call(listPeople)).body.people.find(({ name }) => name === 'Bob')
    const renamed = await ann.call(patchPerson, { path: { id: bobs?.id ?? '' }, body: { name: 'Robert' } })
    expect(renamed.status).toBe(200)
    for (let days = 0; days < 4; days++) await pass(day)
    // The sessions have ended meanwhile.
    await ann.signIn('Ann')
    await bob.signIn('Bob')
    const inbox = async (browser: Browser) => (await browser.call(listInbox)).body.counts.expiring
    expect([await inbox(ann), await inbox(bob)]).toEqual([0, 2])
    expect(textsTo('bob')).toEqual([expect.stringContaining('2 findings are ignored for only 7 more days')])
    expect(textsTo('ann')).toEqual([])
  })

  it('tell administrators of a disabled owner, and nothing to whoever has no access', async () => {
    const { ann, bob, ids, call, assign, choose, settle, pass, textsTo, mail, services } = await started()
    await assign(ann, ids, 'person:Bob')
    await choose(ann, 'immediate', ['owner.disabled'])
    await settle()
    const bobs = (await ann.call(listPeople)).body.people.find(({ name }) => name === 'Bob')
    await ann.call(patchPerson, { path: { id: bobs?.id ?? '' }, body: { disabled: true } })
    await settle()
    expect(textsTo('ann')).toEqual([
      expect.stringContaining('Bob was disabled: 3 findings have no owner now: 3 high'),
    ])
    expect(textsTo('ann')[0]).toContain(
      'owner=person%3ABob&status=open%2Creviewing%2Cfixing&rule_disabled=false&primary_ref=true',
    )
    // The digest that waited for Bob is not sent.
    await pass(day)
    expect(mail.received).toHaveLength(1)
    expect((await bob.call(getNotifications)).status).toBe(401)
    // The rows of people are no webhooks.
    expect((await call(listWebhooks)).body.webhooks).toEqual([])
    for (const id of ['1', '2']) {
      expect((await call(listWebhookDeliveries, { path: { id } })).status).toBe(404)
      expect((await call(patchWebhook, { path: { id }, body: { disabled: true } })).status).toBe(404)
    }
    const rows = await services.database.read.selectFrom('webhook').select('person_id').execute()
    expect(rows).toHaveLength(2)
  })

  it('need a verified address and a mail server', async () => {
    const { service, open, add } = await startWithProvider()
    add('Cy', ['shop'], { email_verified: false })
    const [ann, cy] = [open(), open()]
    await ann.signIn('Ann')
    await cy.signIn('Cy')
    expect((await ann.call(getNotifications)).body).toMatchObject({
      email: false,
      address: 'ann@acme.example',
    })
    const body = { timing: 'daily', events: ['finding.assigned'] }
    const refused = await ann.call(setNotifications, { body })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('has not set up e-mail')])
    expect((await cy.call(getNotifications)).body).toMatchObject({ address: null, timing: 'off' })
    expect((await service.call(getNotifications)).body).toMatchObject({ address: null })
    const off = await service.call(setNotifications, { body: { timing: 'off', events: [] } })
    expect([off.status, off.body.timing]).toEqual([200, 'off'])
    expect((await service.call(setNotifications, { body: { ...body, timing: 'hourly' } })).status).toBe(400)
  })
})
