import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { triage } from '#contract/operations/triage.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '#contract/operations/webhooks.ts'
import { codeFindings } from '#server/scans/testing/upload.ts'
import type { ReceivedMessage } from './testing/receiver.ts'
import { startWithReceiver } from './testing/webhook-service.ts'

const minute = 60_000
const hour = 60 * minute

/** Whether a message is signed with a secret, as the specification of Standard Webhooks says. */
function isSignedWith(secret: string, { headers, body }: ReceivedMessage): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe('a webhook', () => {
  it('is sent a new finding once, signed, without its code', async () => {
    const { add, scan, settle, receiver, clock, deliveries } = await startWithReceiver()
    await scan(['a'])
    const { id, secret } = await add(['finding.new'])
    await settle()
    expect(receiver.received).toHaveLength(0)
    await scan(['a', 'b'])
    await settle()
    await settle()
    expect(receiver.received).toHaveLength(1)
    const [message] = receiver.received
    if (!message) throw new Error('no message')
    expect(isSignedWith(secret, message)).toBe(true)
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_/),
      'webhook-timestamp': String(clock.now / 1000),
    })
    expect(message.json).toMatchObject({
      type: 'finding.new',
      data: {
        title: 'New high finding: sqli in acme/shop',
        deployment: { slug: 'main', name: 'Main' },
        count: 1,
        summary: false,
        project: 'acme/shop',
        findings: [{ severity: 'high', path: 'b.py', line: 1, rule: 'rules.sqli' }],
      },
    })
    expect(message.body).not.toMatch(/code of|was found/)
    expect(await deliveries(id)).toMatchObject([
      { state: 'delivered', status: 204, attempts: 1, error: null, event: 'finding.new' },
    ])
  })

  it('is sent reopened and triaged findings, by name of who decided', async () => {
    const service = await startWithReceiver()
    const { add, scan, settle, titles, call, receiver } = service
    await scan(['a', 'b'])
    await add(['finding.reopened', 'finding.triaged'])
    await scan(['a'])
    await settle()
    expect(titles()).toEqual([])
    await scan(['a', 'b'])
    await settle()
    expect(titles()).toEqual(['Reopened high finding: sqli in acme/shop'])
    const ids = (await codeFindings(service)).map((finding) => finding.id)
    await call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: ids,
        new_triage_state: 'ignored',
        new_triage_reason: 'false_positive',
        new_note: 'the key is hunter2',
      },
    })
    await settle()
    expect(titles().slice(1)).toEqual([expect.stringMatching(/set 2 findings to ignored: 2 high$/)])
    expect(receiver.received[1]?.json.data).toMatchObject({
      triage_state: 'ignored',
      reason: 'false_positive',
    })
    expect(receiver.received[1]?.body).not.toContain('hunter2')
  })

  it('gets each message again after failures, later and later, and then no more', async () => {
    const { add, scan, settle, pass, receiver, deliveries } = await startWithReceiver()
    await scan([])
    const { id } = await add(['finding.new'])
    receiver.answer({ status: 500, body: 'down \u001b[31mfor now' })
    await scan(['a'])
    await settle()
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries(id)).toMatchObject([
      {
        state: 'waiting',
        status: 500,
        answer: 'down [31mfor now',
        attempts: 1,
        error: 'The receiver answered 500.',
      },
    ])
    await settle()
    expect(receiver.received).toHaveLength(1)
    await pass(6000)
    expect(receiver.received).toHaveLength(2)
    for (const wait of [1.2 * minute, 6 * minute, 36 * minute, 2.4 * hour, 6 * hour, 12 * hour, 24 * hour])
      await pass(wait)
    expect(receiver.received).toHaveLength(9)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 9, nextAt: null }])
    await pass(48 * hour)
    expect(receiver.received).toHaveLength(9)
  })

  it('waits as long as the receiver asks', async () => {
    const { add, scan, settle, pass, receiver } = await startWithReceiver()
    await scan([])
    await add(['finding.new'])
    receiver.answer({ status: 429, headers: { 'retry-after': '600' } })
    await scan(['a'])
    await settle()
    await pass(9 * minute)
    expect(receiver.received).toHaveLength(1)
    receiver.answer({ status: 200 })
    await pass(2 * minute)
    expect(receiver.received).toHaveLength(2)
  })

  it('is disabled by 410, says so, and goes on when it is enabled', async () => {
    const { add, scan, settle, pass, receiver, webhook, patch, call } = await startWithReceiver()
    await scan([])
    const { id } = await add(['finding.new'])
    receiver.answer({ status: 410 })
    await scan(['a'])
    await settle()
    expect(await webhook()).toMatchObject({
      disabledReason: 'gone',
      lastDelivery: { status: 410, state: 'failed' },
    })
    await scan(['a', 'b'])
    await pass(hour)
    expect(receiver.received).toHaveLength(1)
    expect((await call(testWebhook, { path: { id } })).status).toBe(409)
    const { events } = (await call(listAudit, { query: { action: 'webhook.changed' } })).body
    expect(events).toMatchObject([{ actor: 'Gatehouse', target: 'Hook' }])
    receiver.answer({ status: 200 })
    await patch(id, { disabled: false })
    await scan(['a', 'b', 'c'])
    await settle()
    expect(receiver.received).toHaveLength(2)
    expect(await webhook()).toMatchObject({ disabledAt: null, disabledReason: null })
  })

  it('is signed with both secrets for a day after a rotation', async () => {
    const { add, settle, clock, receiver, call } = await startWithReceiver()
    const { id, secret } = await add(['finding.new'])
    const rotated = await call(rotateWebhookSecret, { path: { id } })
    expect(rotated.body.webhook.previousSecretUntil).not.toBeNull()
    const send = async () => {
      await call(testWebhook, { path: { id } })
      await settle()
      const message = receiver.received.at(-1)
      return message && [secret, rotated.body.secret].map((one) => isSignedWith(one, message))
    }
    expect(await send()).toEqual([true, true])
    clock.now += 24 * hour
    expect(await send()).toEqual([false, true])
  })

  it('is sent a message again on request, with its id', async () => {
    const { add, settle, receiver, call, deliveries } = await startWithReceiver()
    const { id } = await add(['finding.new'])
    await call(testWebhook, { path: { id } })
    await settle()
    const [first] = await deliveries(id)
    const path = { id, deliveryId: first?.id ?? '' }
    expect((await call(replayWebhookDelivery, { path })).status).toBe(202)
    await settle()
    const [one, other] = receiver.received
    expect(other?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
    expect(other?.body).toBe(one?.body)
    expect(await deliveries(id)).toHaveLength(2)
    expect((await call(replayWebhookDelivery, { path: { id, deliveryId: '999' } })).status).toBe(404)
  })

  it('shows its secret once, and is for administrators', async () => {
    const { add, call, mint, receiver } = await startWithReceiver()
    const { id, secret } = await add(['finding.new'])
    const list = await call(listWebhooks)
    expect(list.text).not.toContain(secret)
    expect(list.body.webhooks).toMatchObject([{ id, filter: 'severities=critical%2Chigh&primary_ref=true' }])
    const manager = await mint({ person: 'Mia', role: 'manager' })
    const body = { name: 'Hook', url: receiver.url, events: ['finding.new'] }
    expect((await call(createWebhook, { body, token: manager })).status).toBe(403)
    expect((await call(listWebhooks, { token: manager })).status).toBe(403)
    expect((await call(deleteWebhook, { path: { id } })).status).toBe(204)
    expect((await call(listWebhooks)).body.webhooks).toEqual([])
  })

  it('has a valid filter', async () => {
    const { call, receiver } = await startWithReceiver()
    const create = (filter: string) =>
      call(createWebhook, { body: { name: 'Hook', url: receiver.url, events: ['finding.new'], filter } })
    expect((await create('severities=huge')).status).toBe(400)
    expect((await create('fixed_on=last-week')).status).toBe(400)
    const past = await create('fixed_on=2026-01-01..2026-01-31')
    expect([past.status, past.body]).toMatchObject([422, { errors: [{ pointer: '/filter' }] }])
    expect((await create('flow=opened')).status).toBe(400)
    expect((await create('flow=opened:2026-01-01..2026-01-31')).status).toBe(422)
    expect((await create('issue_type=sca&severities=critical')).body.webhook.filter).toBe(
      'issue_type=sca&severities=critical',
    )
  })
})

describe('after a crash', () => {
  it('a message that was sent but not recorded is sent again with its id', async () => {
    const { add, scan, settle, pass, receiver, services, deployment } = await startWithReceiver()
    await scan([])
    await add(['finding.new'])
    await scan(['a'])
    await settle()
    // As if the process had ended before it wrote the answer.
    await services.record(async (transaction) => {
      const set = { state: 'waiting', next_at: services.now(), tries: 0, status: null, answered_at: null }
      await transaction
        .updateTable('webhook_delivery')
        .set(set)
        .where('deployment_id', '=', deployment.id)
        .execute()
      const held = { next_at: services.now(), holder: 'other', lease_until: services.now() + 15_000 }
      await transaction.updateTable('webhook').set(held).where('deployment_id', '=', deployment.id).execute()
    })
    await settle()
    expect(receiver.received).toHaveLength(1)
    await pass(16_000)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  it('what changed meanwhile is sent after the next start', async () => {
    const { add, scan, settle, titles, services, deployment } = await startWithReceiver()
    await scan([])
    await add(['finding.new'])
    await scan(['a'])
    // As if the process had ended while it read the changes.
    await services.record((transaction) =>
      transaction
        .updateTable('notification_position')
        .set({ holder: 'other', lease_until: services.now() + 15_000 })
        .where('deployment_id', '=', deployment.id)
        .execute(),
    )
    await settle()
    expect(titles()).toEqual([])
    await services.jobs.start({ alone: true })
    await services.jobs.settled()
    await settle()
    expect(titles()).toEqual(['New high finding: sqli in acme/shop'])
  })
})

describe('addresses', () => {
  const create = async (
    url: string,
    resolveHost?: (host: string) => Promise<string[]>,
    allowed: string[] = [],
  ) => {
    const service = await startWithReceiver({
      config: { webhookAddresses: allowed },
      ...(resolveHost ? { resolveHost } : {}),
    })
    const { status, text } = await service.call(createWebhook, {
      body: { name: 'Hook', url, events: ['finding.new'] },
    })
    return { service, status, text }
  }

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://172.20.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://100.100.100.200/',
    'https://0/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[64:ff9b::a00:1]/',
    'https://[::ffff:0:10.0.0.1]/',
    'https://[::10.0.0.1]/',
    'https://[2002:a00:1::]/',
    'https://[2001:0:a00:1::]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[1::1]/',
    'https://[4000::1]/',
    'https://[fec0::1]/',
  ])('%s is refused', async (url) => {
    const { status, text } = await create(url)
    expect([status, text]).toEqual([422, expect.stringContaining('is not public')])
  })

  it.each([
    ['http://hooks.example/', 'Use https://'],
    ['ftp://hooks.example/', 'must start with https://'],
    ['https://hooks.example/a\tb', 'must start with https://'],
    ['https://hooks.example/a\u0001b', 'must start with https://'],
    ['https://ann:secret@hooks.example/', 'user name'],
  ])('%s is refused', async (url, reason) => {
    const { status, text } = await create(url, async () => ['93.184.216.34'])
    expect([status, text]).toEqual([422, expect.stringContaining(reason)])
  })

  it('a name is refused if any of its addresses is private, also if that changes later', async () => {
    expect((await create('https://hooks.example/', async () => ['93.184.216.34', '10.0.0.1'])).status).toBe(
      422,
    )
    let addresses = ['93.184.216.34']
    const { service, status } = await create('https://hooks.example/', async () => addresses)
    expect(status).toBe(201)
    addresses = ['169.254.169.254']
    const id = (await service.webhook())?.id ?? ''
    await service.call(testWebhook, { path: { id } })
    await service.settle()
    expect(await service.deliveries(id)).toMatchObject([
      { status: null, error: 'hooks.example has an address that is not public.' },
    ])
  })

  it('redirects are not followed', async () => {
    const { add, settle, call, receiver, deliveries } = await startWithReceiver()
    receiver.answer({ status: 302, headers: { location: receiver.url } })
    const { id } = await add(['finding.new'])
    await call(testWebhook, { path: { id } })
    await settle()
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries(id)).toMatchObject([
      { status: 302, error: expect.stringContaining('not followed') },
    ])
  })
})
