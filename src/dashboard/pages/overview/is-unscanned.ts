import type { OverviewAnswer } from '#contract/responses/overview.ts'

/** Whether the numbers are of projects of which nobody knows what they have, since none was ever scanned. */
export const isUnscanned = ({ coverage, types }: Pick<OverviewAnswer, 'coverage' | 'types'>): boolean =>
  coverage !== null &&
  coverage.never === coverage.projects &&
  Object.values(types).every(({ open }) => open === 0)
