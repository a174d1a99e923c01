import type { LineFormat } from './format.ts'

/** Reports of one kind until the scanner is upgraded, and of another kind from then on. */
export const upgradedTo = (name: string, before: LineFormat, after: LineFormat): LineFormat => ({
  ...before,
  name,
  write: (state, run) => (run.upgraded ? after : before).write(state, run),
})
