import { labels } from '../labels.ts'
/** How long a new token is good for. */
export const lives = ['30', '90', '365', 'day', 'never'] as const
export type Life = (typeof lives)[number]

const day = 24 * 60 * 60 * 1000

/** The end of a day as a date field gives it, `2027-01-31`, where the reader is; undefined where it names none. */
function endOf(date: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined
  const end = new Date(`${date}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end
}

/** When a token ends, as the service takes it; null for never, undefined where no day is named yet. */
export function expiryOf(life: Life, date: string, now: Date): string | null | undefined {
  if (life === 'never') return null
  if (life === 'day') return endOf(date)?.toISOString()
  return new Date(now.getTime() + Number(life) * day).toISOString()
}

/** What is wrong with a chosen end, or undefined. */
export function expiryFault(life: Life, date: string, now: Date): string | undefined {
  if (life !== 'day') return undefined
  const end = endOf(date)
  if (!end) return labels.tokens.dayMissing
  return end <= now ? labels.tokens.dayOver : undefined
}

/** Whether an instant of the service is over. */
export function isOver(instant: string | null, now: Date): boolean {
  return instant !== null && Date.parse(instant) <= now.getTime()
}
