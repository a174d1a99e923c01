import { relativeParts, secondsOf } from './relative.ts'

const names: Record<string, string> = { h: 'hour', d: 'day', w: 'week' }

/** The word as people say it: `7d` is "last 7 days", `1d` is "last day". */
export function relativeTimeLabel(word: string): string {
  const parts = relativeParts(word)
  if (parts === undefined) return word
  const name = names[parts.unit]
  return parts.count === 1 ? `last ${name}` : `last ${parts.count} ${name}s`
}

const resolved = new Map<string, number>()

/**
 * The instant, in epoch seconds, from which a relative word counts. It is fixed when the word is first met and stays
 * until it is chosen anew, so that paging through "the last 7 days" never moves under the reader.
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

/** Lets a word count from now when it is next met: somebody chose it again. */
export function forgetSince(word: string): void {
  resolved.delete(word)
}
