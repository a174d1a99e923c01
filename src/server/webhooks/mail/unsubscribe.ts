import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#server/audit/public.ts'
import type { Reader } from '#server/db/database.ts'
import { type Html, html } from '#server/http/docs/html.ts'
import type { Services } from '#server/http/services.ts'
import type { WebhookRow } from '../subscription.ts'

const keyOf = (
  secret: string,
  { deployment_id: deploymentId, id, url }: Pick<WebhookRow, 'deployment_id' | 'id' | 'url'>,
) => createHmac('sha256', secret).update(`unsubscribe ${deploymentId} ${id} ${url}`).digest('base64url')

/**
 * The URL by which whoever receives e-mails ends them, without signing in. It is of one address: whoever received them
 * before the address was changed cannot end those of the next.
 */
export const unsubscribeUrl = (publicUrl: string, row: WebhookRow): string =>
  `${publicUrl}/unsubscribe?key=${row.deployment_id}.${row.id}.${keyOf(row.secret, row)}`

/** The subscription that a key is of; undefined for any other text. A key of the secret before counts. */
async function subscriptionOf(reader: Reader, key: string): Promise<WebhookRow | undefined> {
  const [, deploymentId, id, digest = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(key) ?? []
  if (deploymentId === undefined || id === undefined) return undefined
  const row = await reader
    .selectFrom('webhook')
    .selectAll()
    .where('deployment_id', '=', Number(deploymentId))
    .where('id', '=', Number(id))
    .where('format', '=', 'email')
    .executeTakeFirst()
  const secrets = row ? [row.secret, ...(row.previous_secret === null ? [] : [row.previous_secret])] : []
  const isGenuine = (secret: string) =>
    row !== undefined && timingSafeEqual(Buffer.from(keyOf(secret, row)), Buffer.from(digest))
  return secrets.some(isGenuine) ? row : undefined
}

/**
 * The page of the link in e-mails. Opening it changes nothing, since programs open links to check them; its button, and
 * that of a mail program, ends the subscription. Source: https://www.rfc-editor.org/rfc/rfc8058
 */
export function unsubscribeRoutes(server: FastifyInstance, services: Services): void {
  const keyIn = (url: string) => new URL(url, 'http://localhost').searchParams.get('key') ?? ''
  server.get('/unsubscribe', async ({ url }, reply) => {
    const row = await subscriptionOf(services.database.read, keyIn(url))
    reply
      .code(row ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
    if (!row) return page(unknown)
    return page(row.disabled_at === null ? question(keyIn(url), row) : done)
  })
  server.post('/unsubscribe', async ({ url }, reply) => {
    const row = await subscriptionOf(services.database.read, keyIn(url))
    if (row) await end(services, row)
    reply
      .code(row ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
    return page(row ? done : unknown)
  })
}

async function end(services: Services, { deployment_id: deploymentId, id, name }: WebhookRow): Promise<void> {
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
    await recordAudit(transaction, {
      deploymentId,
      at: now,
      actor: 'Gatehouse',
      action: 'webhook.changed',
      target: name,
      detail: { id: String(id), disabled: true, reason: 'The receiver unsubscribed.' },
    })
  })
}

const unknown = html`<h1>This link is not valid</h1>
<p>The subscription may have been deleted. Ask an administrator of Gatehouse.</p>`

const done = html`<h1>Unsubscribed</h1>
<p>Gatehouse sends you no more of these e-mails.</p>`

const question = (key: string, { url, name }: WebhookRow) => html`<h1>Unsubscribe?</h1>
<p>Gatehouse sends e-mails to ${url.replace(/^mailto:/, '')} (${name}).</p>
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
