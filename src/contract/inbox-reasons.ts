/** Why something waits for a person, in the order of the inbox. */
export const inboxReasons = [
  'assigned',
  'approval',
  'mentioned',
  'answer',
  'uncertain',
  'held_scan',
  'expiring',
] as const
export type InboxReason = (typeof inboxReasons)[number]
