import { labels } from '../labels.ts'
/** The lifetimes of a new token. */
export const lives = ['30', '90', '365', 'day', 'never'] as const
export type Life = (typeof lives)[number]

const day = 24 * 60 * 60 * 1000

/**
 * Returns the end of a day in the local time zone, from a date field such as `2027-01-31`; undefined if it is invalid.
 */
function endOf(date: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined
  const end = new Date(`${date}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end
}

/** Returns the expiry of a token for the API; null for never, undefined if no date is set yet. */
export function expiryOf(life: Life, date: string, now: Date): string | null | undefined {
  if (life === 'never') return null
  if (life === 'day') return endOf(date)?.toISOString()
  return new Date(now.getTime() + Number(life) * day).toISOString()
}

/** Returns the error of a chosen expiry, or undefined. */
export function expiryFault(life: Life, date: string, now: Date): string | undefined {
  if (life !== 'day') return undefined
  const end = endOf(date)
  if (!end) return labels.tokens.dayMissing
  return end <= now ? labels.tokens.dayOver : undefined
}

/** Whether an instant from the service is in the past. */
export function isOver(instant: string | null, now: Date): boolean {
  return instant !== null && Date.parse(instant) <= now.getTime()
}
