import type { MailTiming, PersonalEvent } from '#contract/webhook-vocabulary.ts'

export const notificationLabels = {
  title: 'E-mail notifications',
  words: 'Choose the e-mails that you get about this deployment. You get none about your own actions.',
  failed: "Couldn't load your notifications",
  sentTo: 'E-mails are sent to',
  noServer: 'E-mails are not set up',
  noServerDetail: 'The operator of Gatehouse has not set a mail server, so nothing is sent.',
  noAddress: 'You have no verified e-mail address',
  noAddressDetail:
    'E-mails go to the address that single sign-on has verified. You signed in another way, or the provider has not verified yours.',
  unsubscribed: 'E-mails were turned off by the link in one of them.',
  timing: 'When',
  events: 'Events',
  eventsFault: 'Choose at least one, or turn e-mails off',
  save: 'Save notifications',
  saved: 'Notifications saved',
  unchanged: 'No changes to save',
} as const

export const timingOptions: readonly { value: MailTiming; label: string; words: string }[] = [
  { value: 'daily', label: 'Daily digest', words: 'At 8:00, if there is news' },
  { value: 'immediate', label: 'At once', words: 'One e-mail in five minutes at most' },
  { value: 'off', label: 'Off', words: 'No e-mails about this deployment' },
]

export const personalEventLabels: Readonly<Record<PersonalEvent, string>> = {
  'finding.assigned': 'Findings assigned to you or your team',
  'finding.mentioned': 'Comments that mention you',
  'approval.requested': 'Requests that you can approve',
  'approval.decided': 'Answers to your requests',
  'ignore.expiring': 'Ignores of yours that end in 7 days',
  'finding.due': 'Your findings due tomorrow or overdue',
  'owner.disabled': 'Findings of people who were disabled',
}
