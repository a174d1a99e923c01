import * as z from 'zod/mini'
import { epochSeconds } from '#contract/parameters/query.ts'

const isoPattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/**
 * Parses an instant from a client: epoch seconds, or ISO 8601 as a day (its start in UTC) or a time with an offset.
 * @returns whole milliseconds since 1970, rounded up, so that nothing before the instant is at or after it; null if the
 * text is not an instant. Source: docs/api.md#timestamps.
 */
export function readInstant(text: string): number | null {
  const seconds = z.safeParse(epochSeconds, text)
  if (seconds.success) return Math.ceil(Math.round(seconds.data * 1e6) / 1e3)
  const instant = isoPattern.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}
