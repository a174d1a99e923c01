const weekMs = 7 * 24 * 3600_000

/** When a source reported, as far as it says whether it fell silent. */
export interface ScanDates {
  /** When its last full scans of the primary branch began, newest first; milliseconds since 1970. */
  recent: readonly number[]
  isRetired: boolean
}

/** How many scans tell how often a source usually reports. */
export const scansForInterval = 11

/**
 * Whether a source stopped to report while others of its project still do: its last full scan of the primary branch is
 * older than that of another one by more than a week, and by more than twice the time that usually lies between two.
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

/** The median time between two scans; 0 where there was only one. */
function usualInterval(recent: readonly number[]): number {
  const times = recent.slice(1).map((at, index) => (recent[index] ?? at) - at)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
