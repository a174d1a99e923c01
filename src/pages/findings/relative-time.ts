const units: Record<string, number> = { h: 3600, d: 86_400, w: 604_800 }
const pattern = /^([1-9]\d{0,3})([hdw])$/

/** The seconds that a relative word stands for: `7d` is 604800; undefined where it is no such word. */
export function secondsOf(word: string): number | undefined {
  const [, count, unit] = pattern.exec(word) ?? []
  const size = unit === undefined ? undefined : units[unit]
  return size === undefined ? undefined : Number(count) * size
}

const names: Record<string, string> = { h: 'hour', d: 'day', w: 'week' }

/** The word as people say it: `7d` is "last 7 days", `1d` is "last day". */
export function relativeWords(word: string): string {
  const [, count, unit = ''] = pattern.exec(word) ?? []
  if (count === undefined) return word
  return count === '1' ? `last ${names[unit]}` : `last ${count} ${names[unit]}s`
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
