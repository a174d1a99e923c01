import type { DueDates } from '#contract/parameters/due-dates.ts'
import { dueDays, misorderedDays } from '#contract/parameters/due-days.ts'
import { severities } from '#contract/vocabulary.ts'
import { labels } from './labels.ts'

type Severity = (typeof severities)[number]
/** Typed days by severity. */
export type DaysDraft = Readonly<Record<Severity, string>>

/** Due dates as they are edited. */
export interface DueDatesDraft {
  on: boolean
  all: DaysDraft
  tags: readonly { tag: string; days: DaysDraft }[]
}

/** Offered when due dates are turned on. */
const suggested: DaysDraft = { critical: '7', high: '30', medium: '90', low: '' }

const text = (days: number | null) => (days === null ? '' : String(days))
const toDraft = ({ critical, high, medium, low }: DueDates['days']): DaysDraft => ({
  critical: text(critical),
  high: text(high),
  medium: text(medium),
  low: text(low),
})

/** A saved setting as it is edited. */
export const draftOf = (saved: DueDates | null): DueDatesDraft =>
  saved === null
    ? { on: false, all: suggested, tags: [] }
    : {
        on: true,
        all: toDraft(saved.days),
        tags: saved.tags.map(({ tag, days }) => ({ tag, days: toDraft(days) })),
      }

/** Typed days; undefined for what is no number of days. */
function daysOf(typed: string): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  const days = Number(trimmed)
  return /^\d+$/.test(trimmed) && days >= dueDays.min && days <= dueDays.max ? days : undefined
}

function bySeverity({ critical, high, medium, low }: DaysDraft): DueDates['days'] {
  const of = (typed: string) => daysOf(typed) ?? null
  return { critical: of(critical), high: of(high), medium: of(medium), low: of(low) }
}

/** The faults of typed days, by severity. */
export function daysFaults(draft: DaysDraft): Partial<Record<Severity, string>> {
  const invalid = severities.filter((severity) => daysOf(draft[severity]) === undefined)
  if (invalid.length > 0) return Object.fromEntries(invalid.map((one) => [one, labels.daysFault]))
  return Object.fromEntries(
    misorderedDays(bySeverity(draft)).map(({ severity, lesser }) => [severity, labels.orderFault(lesser)]),
  )
}

/** The setting of a form; undefined if something typed is invalid. */
export function dueDatesOf({ on, all, tags }: DueDatesDraft): DueDates | null | undefined {
  if (!on) return null
  const isInvalid = [all, ...tags.map(({ days }) => days)].some(
    (days) => Object.keys(daysFaults(days)).length > 0,
  )
  if (isInvalid) return undefined
  return { days: bySeverity(all), tags: tags.map(({ tag, days }) => ({ tag, days: bySeverity(days) })) }
}
