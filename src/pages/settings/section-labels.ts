/** The names of the sections. Apart from the other labels, since the palette has them on every page. */
export const sectionLabels = {
  general: 'General',
  tokens: 'Tokens',
  sessions: 'Sessions',
  audit: 'Audit log',
  appearance: 'Appearance',
} as const
