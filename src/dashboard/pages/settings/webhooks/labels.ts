import type { WebhookEvent, WebhookFormat } from '#contract/webhook-vocabulary.ts'
import { formatNumber } from '#lib/text/format.ts'

export const webhookLabels = {
  title: 'Webhooks',
  words: 'Messages to other systems, chats and e-mail addresses about what happens in this deployment.',
  create: 'Create webhook',
  forbidden: 'Only administrators can manage webhooks',
  forbiddenDetail: 'Ask an administrator of this deployment for a role.',
  failed: "Couldn't load webhooks",
  none: 'No webhooks yet',
  noneDetail: 'Create one to be told of new findings, failed scans and blocked pull requests.',
  name: 'Name',
  nameFault: 'Enter a name',
  url: 'URL',
  urlSample: 'https://hooks.example.com/gatehouse',
  urlHint: 'Only public addresses, unless the operator allows others.',
  urlFault: 'Enter a URL that starts with https:// or http://',
  address: 'E-mail address',
  addressSample: 'security@example.com',
  addressHint:
    'Critical findings at once, everything else in a daily digest at 8:00. Each e-mail has a link to unsubscribe.',
  addressFault: 'Enter an e-mail address',
  format: 'Format',
  events: 'Events',
  eventsFault: 'Choose at least one event',
  filter: 'Findings',
  filterHint:
    'Also applies to projects and branches of scans and pull requests. Findings of disabled rules send nothing.',
  quiet: 'Critical and high, primary branches',
  everything: 'All findings',
  custom: 'Filter of a list',
  views: 'Saved views',
  customLabel: 'Query',
  customHint: 'Filter a list of findings, and paste its address here.',
  customSample: 'severities=critical&primary_ref=true',
  save: 'Save',
  edit: 'Edit',
  editTitle: 'Edit webhook',
  created: 'Webhook created',
  saved: 'Webhook saved',
  deleted: 'Webhook deleted',
  delete: 'Delete',
  deleteTitle: 'Delete this webhook?',
  deleteDetail: 'Pending messages are not sent, and the list of deliveries is deleted.',
  disable: 'Disable',
  enable: 'Enable',
  disabled: 'Disabled',
  enabledDone: 'Webhook enabled',
  disabledDone: 'Webhook disabled',
  gone: 'Disabled: the receiver answered 410 Gone',
  unsubscribed: 'Disabled: the receiver unsubscribed',
  notChanged: 'Webhook not changed',
  rotate: 'Rotate secret',
  rotateTitle: 'Rotate the secret?',
  rotateDetail:
    'Messages are signed with both secrets for 24 hours, so that receivers can be given the new one.',
  rotated: 'Secret rotated',
  rotating: 'Two secrets are valid',
  secretTitle: 'Signing secret',
  secretDetail: "Copy the secret now. You won't be able to see it again.",
  secretUse: 'Receivers verify the header webhook-signature with it, as described by Standard Webhooks.',
  done: 'Done',
  deliveries: 'Deliveries',
  deliveriesFailed: "Couldn't load deliveries",
  noDeliveries: 'Nothing was sent yet',
  noDeliveriesDetail: 'Send a test message to see whether the receiver answers.',
  test: 'Send test message',
  testDone: 'Test message added',
  replay: 'Replay',
  replayDone: 'Message will be sent again',
  notSent: 'Message not sent',
  disabledReason: 'Enable the webhook first',
  answer: 'Answer',
  noAnswer: 'No answer',
  payload: 'Message',
  messageId: 'Message ID',
  newer: 'Newer',
  older: 'Older',
  lastDelivery: 'Last delivery',
  nextAttempt: 'next attempt',
  never: 'Nothing sent yet',
  details: 'Details',
  close: 'Close',
  actions: 'More actions',
} as const

export const eventLabels: Readonly<Record<WebhookEvent, string>> = {
  'finding.new': 'New finding',
  'finding.reopened': 'Finding reopened',
  'finding.triaged': 'Finding triaged',
  'finding.due': 'Finding due tomorrow',
  'finding.assigned': 'Finding assigned',
  'finding.mentioned': 'Person mentioned in a comment',
  'approval.requested': 'Approval requested',
  'approval.decided': 'Request approved or declined',
  'ignore.expiring': 'Ignore ends in 7 days',
  'owner.disabled': 'Owner of findings disabled',
  'scan.failed': 'Scan failed',
  'scan.held': 'Scan held',
  'source.silent': 'Source silent',
  'gate.failed': 'Gate blocks a commit',
  'export.ready': 'Export ready',
}

export const formatLabels: Readonly<Record<WebhookFormat, string>> = {
  json: 'JSON',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'E-mail',
}

export const stateLabels: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** The label of an event, or the event itself if this version does not know it. */
export const eventLabel = (event: string): string =>
  event === 'webhook.test'
    ? 'Test message'
    : (Object.entries(eventLabels).find(([name]) => name === event)?.[1] ?? event)

export const formatLabel = (format: string): string =>
  Object.entries(formatLabels).find(([name]) => name === format)?.[1] ?? format

export const stateLabel = (state: string): string => stateLabels[state] ?? state

export const waitingCount = (count: number) => `${formatNumber(count)} waiting`
export const attemptsText = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'attempt' : 'attempts'}`
/** The status that a receiver answered with: a mail server has its own. */
export const statusText = (format: string, status: number) =>
  `${format === 'email' ? 'SMTP' : 'HTTP'} ${status}`
export const durationText = (milliseconds: number) => `${formatNumber(milliseconds)} ms`
export const pageText = (page: number, pages: number) =>
  `Page ${formatNumber(page)} of ${formatNumber(pages)}`
export const actionOf = (action: string, name: string) => `${action} ${name}`
