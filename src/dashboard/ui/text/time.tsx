import { exactDay, exactTime, longAge, parseInstant, shortAge } from '#lib/time/instant.ts'

interface TimeProps {
  /** An instant from the API. An invalid one is shown unchanged; a missing one is a dash. */
  value: string | number | Date | null | undefined
  /** The reference time of the page, so that two renders of the same rows are equal. */
  now: Date
  /** `short` is "3 d", `long` is "3 days ago", `day` is "21 Nov 2026", `exact` includes seconds. */
  form?: 'short' | 'long' | 'day' | 'exact' | undefined
  /** Shown before the exact instant in the hint: "First seen". */
  what?: string | undefined
}

/** A relative time, with the exact one on hover and in the `datetime` attribute. */
export function Time({ value, now, form = 'long', what }: TimeProps) {
  const instant = parseInstant(value)
  if (!instant) return <span className="text-3">{value ? String(value) : '–'}</span>
  const iso = instant.toISOString()
  const words = {
    short: () => shortAge(instant, now),
    long: () => longAge(instant, now),
    day: () => exactDay(instant),
    exact: () => exactTime(instant),
  }[form]()
  return (
    <time dateTime={iso} data-hint={what ? `${what} ${iso}` : iso} className="whitespace-nowrap">
      {words}
    </time>
  )
}
