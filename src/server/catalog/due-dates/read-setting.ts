import type { DueDates } from '#contract/parameters/due-dates.ts'
import { type DaysBySeverity, misorderedDays } from '#contract/parameters/due-days.ts'
import { type Fault, unprocessable } from '#server/http/errors.ts'
import { readTags } from '#server/records/projects/tags.ts'

/**
 * Reads due dates from a request, with tags as projects have them.
 * @throws HttpError 400 for an invalid tag, 422 for a tag that occurs twice, and for periods by which a more severe
 * finding would be due later than a less severe one: raising a severity must never move a due date back.
 * Source: docs/api.md#due-dates.
 */
export function readDueDates({ days, tags }: DueDates): DueDates {
  const read = tags.map((one, index) => ({
    tag: readTags([one.tag], `/dueDates/tags/${index}/tag`)[0] ?? '',
    days: one.days,
  }))
  const repeated = read.flatMap(({ tag }, index) =>
    read.findIndex((other) => other.tag === tag) < index
      ? [{ pointer: `/dueDates/tags/${index}/tag`, detail: `The tag "${tag}" occurs twice.` }]
      : [],
  )
  const faults = [
    ...orderFaults(days, '/dueDates/days'),
    ...read.flatMap((one, index) => orderFaults(one.days, `/dueDates/tags/${index}/days`)),
    ...repeated,
  ]
  if (faults.length > 0) throw unprocessable(faults)
  return { days, tags: read }
}

const orderFaults = (days: DaysBySeverity, at: string): Fault[] =>
  misorderedDays(days).map(({ severity, lesser }) => ({
    pointer: `${at}/${severity}`,
    detail: `Findings of severity ${severity} must not be due later than those of severity ${lesser}.`,
  }))
