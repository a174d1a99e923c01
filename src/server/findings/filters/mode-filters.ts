/** The names that the `policies` filter has for the modes of a rule. Source: docs/api.md#filters. */
export const modesByFilter = {
  'rule-board-audit': 'MODE_MONITOR',
  'rule-board-pr-comments': 'MODE_COMMENT',
  'rule-board-block': 'MODE_BLOCK',
} as const
