const weekMs = 7 * 24 * 3600_000

/** The scan times of a source, used to detect that it stopped reporting. */
export interface ScanDates {
  /** When its last full scans of the primary branch began, newest first; milliseconds since 1970. */
  recent: readonly number[]
  isRetired: boolean
}

/** The number of scans used to compute how often a source usually reports. */
export const scansForInterval = 11

/**
 * Whether a source has stopped reporting while others of its project still report: its last full scan of the primary
 * branch is older than that of another source by more than a week, and by more than twice its usual interval.
 */
export function isSilent(source: ScanDates, others: readonly ScanDates[]): boolean {
  const [last] = source.recent
  if (last === undefined || source.isRetired) return false
  const newest = Math.max(
    ...others.flatMap(({ recent, isRetired }) => (isRetired ? [] : (recent[0] ?? []))),
    last,
  )
  return newest - last > Math.max(weekMs, 2 * usualInterval(source.recent))
}

/** The median interval between two scans; 0 if there was only one. */
function usualInterval(recent: readonly number[]): number {
  const times = recent.slice(1).map((at, index) => (recent[index] ?? at) - at)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
