import { exactDay, exactTime, longAge, parseInstant, shortAge } from '#lib/time/instant.ts'

interface TimeProps {
  /** An instant as the API gives it. What cannot be read is shown as it came; nothing is a dash. */
  value: string | number | Date | null | undefined
  /** The page's one present moment, so that two renders of the same rows read the same. */
  now: Date
  /** `short` is "3 d", `long` is "3 days ago", `day` is "21 Nov 2026", `exact` goes to the second. */
  form?: 'short' | 'long' | 'day' | 'exact' | undefined
  /** Stands before the exact instant in the hint: "First seen". */
  what?: string | undefined
}

/** An instant, relative, with the exact one on hover and in the `datetime` attribute. */
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
