/** Labels of the palette that are needed before its code has loaded. */
export const earlyLabels = {
  dialog: 'Search and actions',
  field: 'Search pages, projects, packages, rules, advisories, people, tickets, findings and actions',
  placeholder: 'Search or choose an action…',
} as const
