/** The tables of decisions, which say what ends the ignoring of findings. */
export const decisionTables = [
  'finding',
  'finding_event',
  'triage_change',
  'triage_change_item',
  'job',
  'approval',
] as const
