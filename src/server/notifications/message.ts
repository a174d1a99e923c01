import type { WebhookEvent } from '#contract/webhook-vocabulary.ts'

/** A finding in a message: never its code, nor the text that a scanner wrote about it, which may quote the code. */
export interface FindingInMessage {
  id: number
  issue_type: string
  severity: string
  rule: string
  title: string
  project: string
  ref: string
  path: string | null
  line: number | null
  package: string | null
  advisory: string | null
  url: string
}

/** What a message is about, beside its event. */
export interface MessageData {
  deployment: { slug: string; name: string }
  /** The message in one line. */
  title: string
  url: string
  /** How many findings, scans, verdicts or exports it is about. */
  count: number
  /** Whether it is about more than it lists. */
  summary: boolean
  severities?: Partial<Record<string, number>>
  findings?: readonly FindingInMessage[]
  project?: string
  ref?: string
  scan?: { id: number; url: string }
  pull_request?: string
  /** The person who did it. */
  by?: string
  /** Whom findings were assigned to, as the API names owners. */
  owner?: string
  /** The person who was disabled. */
  person?: string
  /** Whose request was decided, and how. */
  requested_by?: string
  decision?: string
  /** The people whom a comment names. */
  mentioned?: readonly string[]
  triage_state?: string
  reason?: string
}

/** A message, before it is addressed to a webhook. */
export interface Message {
  event: WebhookEvent | 'webhook.test'
  at: number
  data: MessageData
}

/** A message as it is stored and sent. Source: docs/notifications.md#messages. */
export interface Payload {
  type: Message['event']
  timestamp: string
  data: MessageData
}

/** A message in the form in which it is stored and sent. */
export const payloadOf = ({ event, at, data }: Message): Payload => ({
  type: event,
  timestamp: new Date(at).toISOString(),
  data,
})

/** Removes line breaks and other control characters, and cuts a text that is too long for one line. */
export function oneLine(text: string, maxLength = 200): string {
  const line = text
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

/** A number with its noun: "1 finding", "1,200 findings". */
export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
