import { type IgnoreEnd, ignoreEnds } from '#contract/vocabulary.ts'
import { exactDay, parseInstant } from '#lib/time/instant.ts'

// Apart from the labels that the first rows need.

/**
 * Returns the last instant before an end: the end of a day is 24:00, which is already the next one. The end is an instant, or
 * a day in a triage that is not saved yet.
 */
export function lastInstantOf(until: string | null | undefined): Date | undefined {
  const isDay = until?.length === 10
  // Without a time zone, a time is that of the reader.
  const instant = parseInstant(isDay ? `${until}T23:59:59` : until)
  return instant && !isDay ? new Date(instant.getTime() - 1) : instant
}

const endWords: Readonly<Record<string, string>> = {
  fix_available: 'a fix is available',
  code_changed: 'the code changes',
  secret_active: 'a scan finds it active',
}

/** The event in an end, which is a date, an event, or both: `fix_available 2026-12-31T…Z`. */
export function ignoreEndOf(until: string | null | undefined): IgnoreEnd | undefined {
  const word = until?.split(' ')[0]
  return ignoreEnds.find((end) => end === word)
}

/** The date in an end. */
export const dateIn = (until: string | null | undefined): string | undefined =>
  (ignoreEndOf(until) ? until?.split(' ')[1] : until) || undefined

/** The end of a saved triage. */
export const savedEnd = (row: {
  ignored_until?: string | null | undefined
  ignore_ends?: string | null | undefined
}): string | undefined => [row.ignore_ends, row.ignored_until].filter(Boolean).join(' ') || undefined

/**
 * Returns "until 21 Nov 2026", or "until a fix is available"; empty without an end.
 * @param ends an event beside the end.
 */
export function untilText(until: string | null | undefined, ends: string | null = ''): string {
  const end = lastInstantOf(dateIn(until))
  const event = endWords[ends || (ignoreEndOf(until) ?? '')]
  const words = [end && exactDay(end), event].filter(Boolean).join(' or until ')
  return words && `until ${words}`
}
