/** The names of the sections. In their own module, because the command palette needs them on every page. */
export const sectionLabels = {
  general: 'General',
  people: 'People',
  teams: 'Teams',
  tokens: 'Tokens',
  webhooks: 'Webhooks',
  sessions: 'Sessions',
  notifications: 'Notifications',
  audit: 'Audit log',
  'due-dates': 'Due dates',
  retention: 'Data retention',
  appearance: 'Appearance',
} as const
