import { exactDay } from '#lib/time/instant.ts'
import { relativeTimeLabel, resolveSince } from '#lib/time/relative-time.ts'
import { listLabels } from '../labels.ts'

const day = 86_400_000

/**
 * The instant, in ISO 8601, of a word of the URL: a day, an instant, or a span back from now.
 * @param last the word is an end: the last day is within, its bound is the start of the day after.
 */
export function resolveTime(word: string | undefined, last = false): string | undefined {
  if (word === undefined) return undefined
  const seconds = resolveSince(word)
  if (seconds !== undefined) return new Date(seconds * 1000).toISOString()
  return new Date(Date.parse(word) + (last && isDay(word) ? day : 0)).toISOString()
}

/** Such a word as a filter says it: `in the last 7 days`, `since 21 Nov 2026`. */
export function sinceLabel(word: string): string {
  const relative = relativeTimeLabel(word)
  return relative === word ? listLabels.since(timeLabel(word)) : listLabels.within(relative)
}

/** Such a word for a reader: `last 7 days`, `21 Nov 2026`. */
export function timeLabel(word: string): string {
  const relative = relativeTimeLabel(word)
  return relative === word ? exactDay(new Date(word), isDay(word) ? 'UTC' : undefined) : relative
}

/** Whether a word names a whole day, as a date field does. */
export function isDay(word: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(word)
}
