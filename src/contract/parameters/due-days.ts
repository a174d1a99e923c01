import { severities } from '../vocabulary.ts'

/** How many days after it was found a finding is due, by its severity; null for never. */
export type DaysBySeverity = Record<(typeof severities)[number], number | null>

/** The bounds of a period in which findings are due, in days. */
export const dueDays = { min: 1, max: 3650 } as const
/** The most tags with periods of their own. */
export const maxDueTags = 20

/**
 * Returns the severities by which a finding would be due later than one that is less severe, each with that one. There
 * must be none, so that raising a severity never moves a due date back.
 */
export function misorderedDays(
  days: DaysBySeverity,
): { severity: keyof DaysBySeverity; lesser: keyof DaysBySeverity }[] {
  const daysOf = (severity: keyof DaysBySeverity) => days[severity] ?? Number.POSITIVE_INFINITY
  return severities.flatMap((severity, index) => {
    const lesser = severities.slice(index + 1).find((other) => daysOf(severity) > daysOf(other))
    return lesser === undefined ? [] : [{ severity, lesser }]
  })
}
