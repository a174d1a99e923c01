import type { Webhook } from '#contract/responses/webhooks.ts'
import { typeOfPage, viewPages } from '#contract/vocabulary.ts'
import {
  quietFilter,
  type WebhookEvent,
  type WebhookFormat,
  webhookEvents,
  webhookFormats,
} from '#contract/webhook-vocabulary.ts'

/** What the form of a webhook asks. */
export interface WebhookDraft {
  name: string
  /** Of an e-mail, the address alone. */
  url: string
  format: WebhookFormat
  events: readonly WebhookEvent[]
  /** Which findings: a fixed choice, the id of a view, or `custom` for `query`. */
  choice: string
  /** A query string, or an address that ends with one. */
  query: string
}

/** The fixed filters. */
export const fixedFilters = { quiet: quietFilter, everything: '' } as const

export const newDraft: WebhookDraft = {
  name: '',
  url: '',
  format: 'json',
  events: ['finding.new', 'finding.reopened', 'scan.failed'],
  choice: 'quiet',
  query: '',
}

const mailPrefix = /^mailto:/i

/** The URL that a draft stands for. */
export const urlOf = ({ url, format }: WebhookDraft): string =>
  format === 'email' ? `mailto:${url.trim().replace(mailPrefix, '')}` : url.trim()

/** The draft of a webhook as it is. */
export function draftOf({ name, url, format, events, filter }: Webhook): WebhookDraft {
  const fixed = Object.entries(fixedFilters).find(([, query]) => isSameQuery(query, filter))
  return {
    name,
    url: url.replace(mailPrefix, ''),
    format: webhookFormats.find((one) => one === format) ?? 'json',
    events: webhookEvents.filter((one) => events.includes(one)),
    choice: fixed?.[0] ?? 'custom',
    query: fixed ? '' : filter,
  }
}

function isSameQuery(one: string, other: string): boolean {
  const sorted = (text: string) => [...new URLSearchParams(text)].map(String).sort().join('&')
  return sorted(one) === sorted(other)
}

/** The filter that a draft stands for; the query of a view was copied to `query` when it was chosen. */
export function filterOf({ choice, query }: WebhookDraft): string {
  if (choice === 'quiet' || choice === 'everything') return fixedFilters[choice]
  const text = query.trim()
  const filter = text.replace(/^[^?]*\?/, '').replace(/#.*$/, '')
  const page = viewPages.find((one) => URL.parse(text)?.pathname.endsWith(`/findings/${one}`))
  return page ? `issue_type=${typeOfPage[page]}&${filter}` : filter
}
