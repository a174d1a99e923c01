/** The events that a webhook can be sent, in display order. */
export const webhookEvents = [
  'finding.new',
  'finding.reopened',
  'finding.triaged',
  'finding.due',
  'finding.assigned',
  'finding.mentioned',
  'approval.requested',
  'approval.decided',
  'ignore.expiring',
  'owner.disabled',
  'scan.failed',
  'scan.held',
  'source.silent',
  'gate.failed',
  'export.ready',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The events that a person can be told of by e-mail, in display order. */
export const personalEvents = [
  'finding.assigned',
  'finding.mentioned',
  'approval.requested',
  'approval.decided',
  'ignore.expiring',
  'finding.due',
  'owner.disabled',
] as const satisfies WebhookEvent[]
export type PersonalEvent = (typeof personalEvents)[number]

/** When a person is sent e-mails: never, once a day, or when something happens. */
export const mailTimings = ['off', 'daily', 'immediate'] as const
export type MailTiming = (typeof mailTimings)[number]

/** What is sent: the event as JSON, a message for a chat, or an e-mail. */
export const webhookFormats = ['json', 'slack', 'teams', 'email'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** `waiting` for the first attempt or the next one. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** The filter of a webhook that is created without one. */
export const quietFilter = 'severities=critical%2Chigh&primary_ref=true'
