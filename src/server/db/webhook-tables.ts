import type { Generated } from 'kysely'
import type { LeaseColumns } from './lease-tables.ts'

// Webhooks and what they send; `tables.ts` describes the conventions of all tables.

/** A subscription: where to send which events. Also the job that sends its deliveries. */
export interface WebhookTable extends LeaseColumns {
  deployment_id: number
  id: number
  name: string
  /** Of an e-mail, `mailto:` and the address. */
  url: string
  /** json, slack, teams, email */
  format: string
  events_json: string
  /** A filter of findings, a query string. */
  query: string
  /** What messages are signed with: `whsec_` and 32 bytes in base64. */
  secret: string
  /** Also signs until `previous_secret_until`, while receivers are given the new one. */
  previous_secret: string | null
  previous_secret_until: number | null
  disabled_at: number | null
  /** gone, unsubscribed; null if a person has disabled it. */
  disabled_reason: string | null
  created_at: number
  created_by: string
  /** When the last message was delivered to a chat, or as an e-mail. */
  last_message_at: number | null
  /** When something is to be sent; null if nothing is. */
  next_at: number | null
  /** The person whose e-mails these are, to the address that they have; null for a webhook of administrators. */
  person_id: Generated<number | null>
  /** `daily` or `immediate`; null unless the e-mails are those of a person. */
  timing: Generated<string | null>
}

/** A message to a webhook, and the last answer. */
export interface WebhookDeliveryTable {
  deployment_id: number
  id: number
  webhook_id: number
  /** The id that a receiver sees, equal for all attempts and replays of a message. */
  message_id: string
  event: string
  /** What the message says, in one line. */
  title: string
  payload_json: string
  /** The person whose name the message has. */
  actor: string | null
  /** waiting, delivered, failed */
  state: string
  tries: Generated<number>
  created_at: number
  /** When it is sent next; null unless it is waiting. */
  next_at: number | null
  answered_at: number | null
  status: number | null
  /** The first characters of the answer. */
  answer: string | null
  /** Milliseconds. */
  duration: number | null
  /** Why no answer was received, or none that counts. */
  error: string | null
}
