import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { Reader } from '#server/db/database.ts'
import { type Html, html } from '#server/http/docs/html.ts'
import type { Services } from '#server/http/services.ts'
import { deleteWaiting } from '../people/choice.ts'
import { readMailPeople } from '../people/mail-person.ts'
import type { WebhookRow } from '../subscription.ts'

const keyOf = (
  secret: string,
  { deployment_id: deploymentId, id }: Pick<WebhookRow, 'deployment_id' | 'id'>,
  address: string,
) =>
  createHmac('sha256', secret)
    .update(`unsubscribe ${deploymentId} ${id} mailto:${address}`)
    .digest('base64url')

/** Where the e-mails of a webhook go: to its own address, or that of its person; null if they have none any more. */
export async function addressOf(
  reader: Reader,
  { deployment_id: deploymentId, person_id: personId, url }: WebhookRow,
): Promise<string | null> {
  if (personId === null) return url.replace(/^mailto:/, '')
  const [person] = await readMailPeople(reader, deploymentId, personId)
  return person?.address ?? null
}

/**
 * The URL by which whoever receives e-mails ends them, without signing in. It is of one address: whoever received them
 * before the address was changed cannot end those of the next.
 */
export const unsubscribeUrl = (publicUrl: string, row: WebhookRow, address: string): string =>
  `${publicUrl}/unsubscribe?key=${row.deployment_id}.${row.id}.${keyOf(row.secret, row, address)}`

/** E-mails to an address. */
interface MailSubscription {
  row: WebhookRow
  address: string
}

/** The subscription that a key is of; undefined for any other text. A key of the secret before counts. */
async function subscriptionOf(reader: Reader, key: string): Promise<MailSubscription | undefined> {
  const [, deploymentId, id, digest = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(key) ?? []
  if (deploymentId === undefined || id === undefined) return undefined
  const row = await reader
    .selectFrom('webhook')
    .selectAll()
    .where('deployment_id', '=', Number(deploymentId))
    .where('id', '=', Number(id))
    .where('format', '=', 'email')
    .executeTakeFirst()
  const address = row ? await addressOf(reader, row) : null
  if (!row || address === null) return undefined
  const secrets = [row.secret, ...(row.previous_secret === null ? [] : [row.previous_secret])]
  const isGenuine = (secret: string) =>
    timingSafeEqual(Buffer.from(keyOf(secret, row, address)), Buffer.from(digest))
  return secrets.some(isGenuine) ? { row, address } : undefined
}

/**
 * The page of the link in e-mails. Opening it changes nothing, since programs open links to check them; its button, and
 * that of a mail program, ends the subscription. Source: https://www.rfc-editor.org/rfc/rfc8058
 */
export function unsubscribeRoutes(server: FastifyInstance, services: Services): void {
  const keyIn = (url: string) => new URL(url, 'http://localhost').searchParams.get('key') ?? ''
  server.get('/unsubscribe', async ({ url }, reply) => {
    const found = await subscriptionOf(services.database.read, keyIn(url))
    reply
      .code(found ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
    if (!found) return page(unknown)
    return page(found.row.disabled_at === null ? question(keyIn(url), found) : done)
  })
  server.post('/unsubscribe', async ({ url }, reply) => {
    const found = await subscriptionOf(services.database.read, keyIn(url))
    if (found) await end(services, found.row)
    reply
      .code(found ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
    return page(found ? done : unknown)
  })
}

async function end(services: Services, row: WebhookRow): Promise<void> {
  const { deployment_id: deploymentId, id, name } = row
  await services.record(async (transaction) => {
    const now = services.now()
    const { numUpdatedRows } = await transaction
      .updateTable('webhook')
      .set({ disabled_at: now, disabled_reason: 'unsubscribed', next_at: null })
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    // What a person is told is their own choice.
    if (row.person_id !== null) return deleteWaiting(transaction, deploymentId, id)
    await recordAudit(transaction, {
      deploymentId,
      at: now,
      actor: 'Gatehouse',
      action: 'webhook.changed',
      target: name,
      detail: { id: String(id), disabled: { from: false, to: true }, reason: 'The receiver unsubscribed.' },
    })
  })
}

const unknown = html`<h1>This link is not valid</h1>
<p>The subscription may have been deleted. Ask an administrator of Gatehouse.</p>`

const done = html`<h1>Unsubscribed</h1>
<p>Gatehouse sends you no more of these e-mails.</p>`

const question = (key: string, { address, row: { name } }: MailSubscription) => html`<h1>Unsubscribe?</h1>
<p>Gatehouse sends e-mails to ${address} (${name}).</p>
<form method="post" action="/unsubscribe?key=${key}"><button type="submit">Unsubscribe</button></form>`

const page = (content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gatehouse</title>
<link rel="stylesheet" href="/docs.css">
<link rel="icon" href="/favicon.svg">
</head>
<body>
<header><p><a href="/">Gatehouse</a></p></header>
<main id="content">
${content}
</main>
</body>
</html>
`.text
