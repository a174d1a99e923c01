import { expect, it } from 'vitest'
import { createComment } from '#contract/operations/comments.ts'
import { setNotifications } from '#contract/operations/notifications.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { triage } from '#contract/operations/triage.ts'
import { createWebhook } from '#contract/operations/webhooks.ts'
import { ValueForms } from '#server/base/config/value-forms.ts'
import { semgrep, upload } from '#server/scans/testing/upload.ts'
import { startWithProvider } from '#server/testing/provider/sign-in.ts'
import { startMailServer } from './testing/mail-server.ts'
import { startReceiver } from './testing/receiver.ts'

const minute = 60_000
const day = 24 * 60 * minute

const value = 'ghp_Zq8R/tY3n+w6=dV1xBc5HsPf9JmUa2EgTo7Xi'
const base64 = Buffer.from(value).toString('base64')
const code = `DEPLOY_TOKEN = "${value}"  # for the build`

/** A secret as Semgrep tells it, its value wherever a scanner may write one. */
const secret = {
  check_id: 'generic.secrets.github-pat',
  path: `config/${encodeURIComponent(value)}/ci.py`,
  start: { line: 7, col: 16 },
  end: { line: 7, col: 16 + value.length },
  extra: {
    message: `The token ${value} (${base64}) was found.`,
    severity: 'ERROR',
    validation_state: 'CONFIRMED_VALID',
    fingerprint: value,
    lines: code,
    metavars: { $SECRET: { abstract_content: value } },
    metadata: {
      'display-name': `Token ${value}`,
      secret_type: 'GitHub',
      category: 'security',
      technology: ['secrets'],
      references: [`https://rules.example/?token=${encodeURIComponent(value)}`],
    },
  },
}

const toldToPeople = ['finding.assigned', 'finding.mentioned', 'ignore.expiring', 'finding.due'] as const
const toldToWebhooks = ['finding.new', 'finding.triaged', ...toldToPeople] as const

/** A service with a webhook of each format and a person who is sent e-mails at once. */
async function started() {
  const mail = await startMailServer()
  const { service, open } = await startWithProvider(
    {},
    {
      webhookAddresses: ['127.0.0.1'],
      mail: {
        host: '127.0.0.1',
        port: mail.port,
        isTlsFromStart: false,
        user: null,
        from: 'gatehouse@acme.example',
      },
    },
  )
  const { services, clock, call } = service
  const bob = open()
  await bob.signIn('Bob')
  await services.jobs.start({ alone: true })
  const receivers = new Map<string, Awaited<ReturnType<typeof startReceiver>>>()
  for (const format of ['json', 'slack', 'teams']) {
    const receiver = await startReceiver()
    receivers.set(format, receiver)
    const body = { name: format, url: receiver.url, events: toldToWebhooks, format, filter: '' }
    expect((await call(createWebhook, { body })).status).toBe(201)
  }
  await bob.call(setNotifications, { body: { timing: 'immediate', events: toldToPeople } })
  return {
    ...service,
    /** Lets time pass that a chat waits between messages, and sends what is due. */
    pass: async (milliseconds = 6 * minute) => {
      await services.jobs.settled()
      services.jobs.wake('notification_position')
      await services.jobs.settled()
      clock.now += milliseconds
      for (const table of ['notification_position', 'webhook'] as const) {
        services.jobs.wake(table)
        await services.jobs.settled()
      }
    },
    /** The messages that each receiver got. */
    sent: () =>
      new Map([
        ...[...receivers].map(
          ([format, { received }]) => [format, received.map(({ body }) => body)] as const,
        ),
        ['e-mail', mail.received.map(({ text }) => text)] as const,
      ]),
  }
}

it('messages about secrets have neither the value in any form nor the code', async () => {
  const service = await started()
  const { call, clock, mint, pass, sent } = service
  const token = await mint({ name: 'ana', person: 'Ana', role: 'analyst' })
  const dueDates = { days: { critical: 3, high: 3, medium: 3, low: 3 }, tags: [] }
  expect((await call(updateSettings, { body: { dueDates } })).status).toBe(200)
  await upload(service, semgrep([]), { commit: '1' })
  await upload(service, semgrep([secret]), { commit: '2' })
  await pass()
  const { findings } = (await call(listSecrets)).body
  const ids = findings.map(({ id }) => Number(id))
  expect(ids).toHaveLength(1)
  const decide = async (own: object) => {
    const body = { issue_type: 'secrets', issue_ids: ids, ...own }
    expect((await call(triage, { body, token })).status).toBe(200)
  }
  await decide({ new_owner: 'person:Bob' })
  await pass()
  const text = `@Bob, it is ${value}`
  expect((await call(createComment, { path: { id: ids[0] ?? 0 }, body: { text }, token })).status).toBe(201)
  await pass()
  for (let days = 0; days < 3; days++) await pass(day)
  await decide({
    new_triage_state: 'ignored',
    new_triage_reason: 'acceptable_risk',
    new_note: `The value is ${base64}.`,
    new_ignored_until: new Date(clock.now + 8 * day).toISOString(),
  })
  await pass()
  for (let days = 0; days < 3; days++) await pass(day)
  const known = new ValueForms([value])
  for (const [to, texts] of sent()) {
    expect([to, texts.length]).toEqual([to, (to === 'e-mail' ? toldToPeople : toldToWebhooks).length])
    const text = texts.join('\n')
    expect(text).toContain(`/findings/secrets/${ids[0]}`)
    for (const hidden of [value, encodeURIComponent(value), base64, 'DEPLOY_TOKEN', 'for the build'])
      expect(text).not.toContain(hidden)
    expect([to, known.isIn(text)]).toEqual([to, false])
  }
})
