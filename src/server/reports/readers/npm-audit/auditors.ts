/** The tools that ask npm's registry, with the lockfile of each: a report names neither. */
export const auditors = {
  npm: { tool: 'npm audit', lockfile: 'package-lock.json' },
  pnpm: { tool: 'pnpm audit', lockfile: 'pnpm-lock.yaml' },
  yarn: { tool: 'yarn audit', lockfile: 'yarn.lock' },
} as const

export type Auditor = (typeof auditors)[keyof typeof auditors]
