/** The names of rule modes in the `policies` filter. Source: docs/api.md#filters. */
export const modesByFilter = {
  'rule-board-audit': 'MODE_MONITOR',
  'rule-board-pr-comments': 'MODE_COMMENT',
  'rule-board-block': 'MODE_BLOCK',
} as const
