/** How much there is of everything. Source: the sizes that Gatehouse is measured with. */
export interface Profile {
  projects: number
  /** Rows in the lists, those of all refs and of all three types; removed ones come on top. */
  findings: number
  /** Rows of primary branches; those of release branches come on top. */
  dependencies: number
  rules: number
  scans: number
}

export const profiles = {
  demo: { projects: 40, findings: 6_000, dependencies: 20_000, rules: 800, scans: 1_500 },
  M: { projects: 1_000, findings: 150_000, dependencies: 1_000_000, rules: 3_000, scans: 40_000 },
  L: { projects: 10_000, findings: 1_000_000, dependencies: 5_000_000, rules: 5_000, scans: 300_000 },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles

/** Shares in percent, the same in every profile. */
export const typeShares = { sast: 60, sca: 35, secrets: 5 } as const
export const severityShares = [
  ['critical', 3],
  ['high', 20],
  ['medium', 55],
  ['low', 22],
] as const
export const statusShares = [
  ['open', 45],
  ['fixed', 25],
  ['ignored', 22],
  ['reviewing', 5],
  ['fixing', 3],
] as const

export const day = 24 * 60 * 60 * 1000
export const hour = 60 * 60 * 1000
export const minute = 60 * 1000

/** The instant that all times count back from: the start of the UTC day. */
export function startOfDay(now: number): number {
  return Math.floor(now / day) * day
}
