import { exactDay } from '#lib/time/instant.ts'
import { relativeTimeLabel, resolveSince } from '#lib/time/relative-time.ts'
import { timeLabels } from './time-labels.ts'

const day = 86_400_000

/**
 * Returns the ISO 8601 instant of a time param: a date, an instant, or a range relative to now.
 * @param last the param is an end: the last day is included, so its bound is the start of the day after.
 */
export function resolveTime(word: string | undefined, last = false): string | undefined {
  if (word === undefined) return undefined
  const seconds = resolveSince(word)
  if (seconds !== undefined) return new Date(seconds * 1000).toISOString()
  return new Date(Date.parse(word) + (last && isDay(word) ? day : 0)).toISOString()
}

/** Returns the chip text of a time param: `in the last 7 days`, `since 21 Nov 2026`. */
export function sinceLabel(word: string): string {
  const relative = relativeTimeLabel(word)
  return relative === word ? timeLabels.since(timeLabel(word)) : timeLabels.within(relative)
}

/** Returns the label of a time param: `last 7 days`, `21 Nov 2026`. */
export function timeLabel(word: string): string {
  const relative = relativeTimeLabel(word)
  return relative === word ? exactDay(new Date(word), isDay(word) ? 'UTC' : undefined) : relative
}

/** Whether a time param is a whole day, as in a date field. */
export function isDay(word: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(word)
}
