import { relativeParts, secondsOf } from './relative.ts'

const names: Record<string, string> = { h: 'hour', d: 'day', w: 'week' }

/** Returns the label of a relative time: `7d` is "last 7 days", `1d` is "last day". */
export function relativeTimeLabel(word: string): string {
  const parts = relativeParts(word)
  if (parts === undefined) return word
  const name = names[parts.unit]
  return parts.count === 1 ? `last ${name}` : `last ${parts.count} ${name}s`
}

const resolved = new Map<string, number>()

/**
 * Returns the instant, in epoch seconds, from which a relative time counts. It is fixed when the relative time is first
 * read and stays until it is selected again, so that paging through "the last 7 days" never shifts the rows.
 */
export function resolveSince(word: string, now: () => number = Date.now): number | undefined {
  const seconds = secondsOf(word)
  if (seconds === undefined) return undefined
  const known = resolved.get(word)
  if (known !== undefined) return known
  const instant = Math.floor(now() / 1000) - seconds
  resolved.set(word, instant)
  return instant
}

/** Makes a relative time count from now when it is next read, because it was selected again. */
export function forgetSince(word: string): void {
  resolved.delete(word)
}
