import { expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
} from '#contract/operations/webhooks.ts'
import { readMailConfig } from '#server/base/config/mail.ts'
import { timeZone } from '#server/db/time-zone.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import type { Payload } from '../message.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { startWithReceiver } from '../testing/webhook-service.ts'
import { mailTime } from './digest.ts'
import { mailOf } from './mail-text.ts'

const hour = 3600_000
const minute = 60_000

/** A service with a mail server, and a subscription to all findings. */
async function startWithMail() {
  const mail = await startMailServer()
  const service = await startWithReceiver({
    config: {
      mail: {
        host: '127.0.0.1',
        port: mail.port,
        isTlsFromStart: false,
        user: null,
        from: 'gatehouse@acme.example',
      },
    },
  })
  const { call } = service
  let commit = 1000
  const { body } = await call(createWebhook, {
    body: {
      name: 'Team <b>',
      url: 'mailto:team@acme.example',
      format: 'email',
      events: ['finding.new'],
      filter: 'primary_ref=true',
    },
  })
  return {
    ...service,
    mail,
    id: body.webhook.id,
    /** Scans the primary branch; each name is a critical finding. */
    scanCritical: (names: readonly string[]) => {
      const results = names.map((name) => result('rules.rce', `${name}.py`, `code of ${name}`))
      const critical = results.map((one) => ({ ...one, extra: { ...one.extra, severity: 'CRITICAL' } }))
      return upload(service, semgrep(critical), { commit: String(++commit) })
    },
    unsubscribeUrl: () => /\nUnsubscribe: (\S+)/.exec(mail.received.at(-1)?.text ?? '')?.[1] ?? '',
  }
}

it('sends a digest a day, in the time zone of the deployment', async () => {
  const { scan, settle, pass, mail, clock } = await startWithMail()
  await scan([])
  await scan(['a'])
  await settle()
  await scan(['a', 'b'])
  await settle()
  expect(mail.received).toEqual([])
  const eight = mailTime(payload('finding.new', {}), clock.now, timeZone('UTC'))
  await pass(eight - clock.now - minute)
  expect(mail.received).toEqual([])
  await pass(minute)
  expect(mail.received).toHaveLength(1)
  const [message] = mail.received
  expect(message?.to).toEqual(['team@acme.example'])
  expect(message?.text).toContain('Subject: 2 events in Main')
  expect(message?.text).toContain('New high finding: sqli in acme/shop')
  expect(message?.text).toMatch(/a\.py.*b\.py/s)
  expect(message?.text).toMatch(/Message-ID: <msg_[\w-]+@acme\.example>/)
  expect(message?.text).not.toMatch(/code of|was found/)
  await pass(24 * hour)
  expect(mail.received).toHaveLength(1)
})

it('sends critical findings at once, but one e-mail in five minutes', async () => {
  const { scan, scanCritical, settle, pass, mail } = await startWithMail()
  await scan([])
  await scanCritical(['a'])
  await settle()
  expect(mail.received).toHaveLength(1)
  expect(mail.received[0]?.text).toContain('Subject: New critical finding: rce in acme/shop')
  await scanCritical(['a', 'b'])
  await settle()
  await scanCritical(['a', 'b', 'c'])
  await settle()
  expect(mail.received).toHaveLength(1)
  await pass(5 * minute)
  expect(mail.received).toHaveLength(2)
  expect(mail.received[1]?.text).toContain('Subject: 2 events in Main')
})

it('sends a test at once, and disables what its receiver unsubscribes from', async () => {
  const { settle, call, mail, id, server, unsubscribeUrl } = await startWithMail()
  await call(testWebhook, { path: { id } })
  await settle()
  const [message] = mail.received
  expect(message?.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const { pathname, search } = new URL(unsubscribeUrl())
  const url = `${pathname}${search}`
  expect(message?.text).toContain(`List-Unsubscribe: <${unsubscribeUrl()}>`)
  const page = await server.inject({ url })
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Unsubscribe?')])
  expect(page.body).toContain('(Team &#60;b&#62;)')
  expect((await call(listWebhooks)).body.webhooks).toMatchObject([{ disabledAt: null }])
  for (const wrong of [
    `${url}x`,
    url.replace(/.{43}$/, 'A'.repeat(43)),
    '/unsubscribe',
    `${pathname}?key=1.1.`,
  ])
    expect((await server.inject({ method: 'POST', url: wrong })).statusCode).toBe(404)
  const end = { method: 'POST', url, payload: 'List-Unsubscribe=One-Click' } as const
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (let times = 0; times < 2; times++)
    expect((await server.inject({ ...end, headers })).statusCode).toBe(200)
  expect((await call(listWebhooks)).body.webhooks).toMatchObject([{ disabledReason: 'unsubscribed' }])
  const { events } = (await call(listAudit, { query: { action: 'webhook.changed' } })).body
  expect(events).toHaveLength(1)
})

it('is not tried again where the mail server refuses the address for good', async () => {
  const { settle, pass, call, mail, id } = await startWithMail()
  mail.refuse(451)
  await call(testWebhook, { path: { id } })
  await settle()
  const deliveries = async () => (await call(listWebhookDeliveries, { path: { id } })).body.deliveries
  expect(await deliveries()).toMatchObject([{ state: 'waiting', status: 451, attempts: 1 }])
  mail.refuse(550)
  await pass(minute)
  expect(await deliveries()).toMatchObject([
    { state: 'failed', status: 550, attempts: 2, error: 'The mail server answered 550.' },
  ])
  expect(mail.received).toEqual([])
})

it('is tried again where the mail server refuses for what its operator can mend', async () => {
  const { settle, pass, call, mail, id } = await startWithMail()
  mail.refuseConnections(554)
  await call(testWebhook, { path: { id } })
  await settle()
  const deliveries = async () => (await call(listWebhookDeliveries, { path: { id } })).body.deliveries
  expect(await deliveries()).toMatchObject([{ state: 'waiting', status: 554, attempts: 1 }])
  mail.refuseConnections(null)
  mail.refuse(530)
  await pass(minute)
  expect(await deliveries()).toMatchObject([{ state: 'waiting', status: 530, attempts: 2 }])
  mail.refuse(null)
  await pass(5 * minute)
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 3 }])
})

it('tries a message that is joined with older ones as often as alone', async () => {
  const { settle, pass, call, mail, id } = await startWithMail()
  const deliveries = async () => (await call(listWebhookDeliveries, { path: { id } })).body.deliveries
  mail.refuse(451)
  await call(testWebhook, { path: { id } })
  await settle()
  await pass(minute)
  await pass(5 * minute)
  await call(testWebhook, { path: { id } })
  await pass(6 * minute)
  await pass(30 * minute)
  const [newer, older] = await deliveries()
  expect(Number(newer?.attempts)).toBeLessThan(Number(older?.attempts))
  mail.refuse(null)
  await pass(24 * hour)
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
})

it('has a link to unsubscribe for the address that it was sent to', async () => {
  const { settle, call, patch, id, server, unsubscribeUrl } = await startWithMail()
  await call(testWebhook, { path: { id } })
  await settle()
  const { pathname, search } = new URL(unsubscribeUrl())
  await patch(id, { url: 'mailto:others@acme.example' })
  const answer = await server.inject({ method: 'POST', url: `${pathname}${search}` })
  expect(answer.statusCode).toBe(404)
  expect((await call(listWebhooks)).body.webhooks).toMatchObject([{ disabledAt: null }])
})

it('is refused without a server, and for what is no address', async () => {
  const { call } = await startWithReceiver()
  const body = { name: 'Team', format: 'email', events: ['finding.new'] }
  expect((await call(createWebhook, { body: { ...body, url: 'mailto:a@b.example' } })).text).toContain(
    'The operator has not set up e-mail.',
  )
  const { call: callWithMail, patch, id } = await startWithMail()
  for (const url of [
    'https://a.example',
    'mailto:a',
    'mailto:a@b,c@d',
    'mailto:a@b?bcc=c@d',
    'mailto:a b@c',
    'mailto:"a\r\nb"@c',
  ])
    expect((await callWithMail(createWebhook, { body: { ...body, url } })).status).toBe(422)
  expect((await patch(id, { format: 'json' })).status).toBe(422)
})

const payload = (type: Payload['type'], severities: Record<string, number>, title = 'Title'): Payload => ({
  type,
  timestamp: '2026-01-15T12:00:00.000Z',
  data: {
    deployment: { slug: 'main', name: 'Main' },
    title,
    url: 'https://gatehouse.example/d/main',
    count: 1,
    summary: false,
    severities,
  },
})

it('has critical findings at once, and everything else at eight', () => {
  const zone = timeZone('Europe/Berlin')
  const time = (type: Payload['type'], critical: number, at: string) =>
    new Date(mailTime(payload(type, { critical, high: 3 }), Date.parse(at), zone)).toISOString()
  expect(time('finding.new', 1, '2026-01-15T12:00:00Z')).toBe('2026-01-15T12:00:00.000Z')
  expect(time('finding.new', 0, '2026-01-15T12:00:00Z')).toBe('2026-01-16T07:00:00.000Z')
  expect(time('finding.new', 0, '2026-01-15T06:00:00Z')).toBe('2026-01-15T07:00:00.000Z')
  expect(time('finding.triaged', 1, '2026-07-15T12:00:00Z')).toBe('2026-07-16T06:00:00.000Z')
})

it('has one line for a title, whatever it contains', () => {
  const { subject, text } = mailOf([payload('finding.new', {}, 'a\r\nBcc: b@c.example')], {
    unsubscribeUrl: 'https://x.example',
  })
  expect(subject).toBe('a Bcc: b@c.example')
  expect(text).toContain('Unsubscribe: https://x.example')
})

it('reads the server from the environment', () => {
  const read = (values: Record<string, string>) =>
    readMailConfig(
      (name) => values[name] ?? null,
      (name, may) => {
        throw new Error(`${name} ${may}`)
      },
    )
  const from = { GATEHOUSE_MAIL_FROM: 'gatehouse@acme.example' }
  expect(read({})).toBeNull()
  expect(read({ ...from, GATEHOUSE_SMTP_URL: 'smtp://me:p%40ss@mail.example' })).toEqual({
    host: 'mail.example',
    port: 587,
    isTlsFromStart: false,
    user: { name: 'me', password: 'p@ss' },
    from: 'gatehouse@acme.example',
  })
  expect(read({ ...from, GATEHOUSE_SMTP_URL: 'smtps://mail.example' })).toMatchObject({
    port: 465,
    user: null,
  })
  expect(() => read({ ...from, GATEHOUSE_SMTP_URL: 'smtp://me:100%@mail.example' })).toThrow('as %25')
  expect(() => read(from)).toThrow('needs GATEHOUSE_SMTP_URL')
  expect(() => read({ GATEHOUSE_SMTP_URL: 'smtp://mail.example' })).toThrow('must be an address')
  expect(() => read({ ...from, GATEHOUSE_SMTP_URL: 'https://mail.example' })).toThrow('must be a URL')
})
