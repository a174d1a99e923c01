/** Returns the day of an instant in the reader's zone, as a date field has it: `2026-11-21`. */
export function dayOf(instant: Date): string {
  const month = String(instant.getMonth() + 1).padStart(2, '0')
  return `${instant.getFullYear()}-${month}-${String(instant.getDate()).padStart(2, '0')}`
}

/** Returns the day that is so many days after another instant, in the reader's zone. */
export function dayAfter(instant: Date, days: number): string {
  return dayOf(new Date(instant.getFullYear(), instant.getMonth(), instant.getDate() + days))
}

/** Returns when a day begins in the reader's zone, `2026-11-21T…Z`; undefined for what is no day. */
export function startOfDay(day: string): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return undefined
  const instant = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))
  return dayOf(instant) === day ? instant.toISOString() : undefined
}
