const dayMs = 24 * 3600_000

/** Returns how many days are left until the day on which a finding is due: 0 today, negative if it is overdue. */
export const daysUntilDue = (dueAt: string, now: Date): number =>
  Math.ceil((Date.parse(dueAt) - now.getTime()) / dayMs) - 1

/** Returns when a finding is due by `daysUntilDue`: "Due in 3 days", "Overdue by 1 day". */
export function dueText(days: number): string {
  if (days === 0) return 'Due today'
  const count = Math.abs(days)
  return `${days < 0 ? 'Overdue by' : 'Due in'} ${count} ${count === 1 ? 'day' : 'days'}`
}
