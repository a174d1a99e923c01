const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long each retry waits after the attempt before it. */
const delays = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 24 * hour]
const longest = 24 * hour

/**
 * How long to wait after a failed attempt, in milliseconds, a fifth more or less; null after the last one.
 * @param tries the number of attempts so far.
 * @param retryAfter how long the receiver asks to wait.
 * @param random from 0 to 1.
 */
export function retryDelay(tries: number, retryAfter: number | null, random: number): number | null {
  const base = delays[tries - 1]
  if (base === undefined) return null
  const delay = Math.round(base * (0.8 + 0.4 * random))
  return Math.min(longest, Math.max(delay, retryAfter ?? 0))
}
