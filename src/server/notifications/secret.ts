import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret of a webhook, in the form of Standard Webhooks. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** A new id of a message, by which receivers recognize one that they have already had. */
export const newMessageId = (): string => `msg_${randomBytes(18).toString('base64url')}`

/**
 * Returns the headers that sign a message as Standard Webhooks specifies, one signature for each secret.
 * Source: docs/notifications.md#signatures
 * @param at milliseconds since 1970.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${digest}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
