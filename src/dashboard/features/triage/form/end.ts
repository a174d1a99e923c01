import { ignoreEndsOf } from '#contract/ignore-ends.ts'
import type { FindingType, IgnoreEnd } from '#contract/vocabulary.ts'
import { dayOf, startOfDay } from '#lib/time/day.ts'
import { triageLabels } from '../action-labels.ts'
import { dateIn, ignoreEndOf, lastInstantOf } from '../end-text.ts'
import type { Draft } from './draft.ts'

const maxYears = 10

/** The last day on which the finding of a draft is ignored, or the event that ends that; undefined for no end. */
export const endOf = ({ until }: Draft): string | undefined =>
  until !== undefined && (ignoreEndOf(until) || startOfDay(until) !== undefined) ? until : undefined

/** The last day of a saved triage, which ends with a day or at an instant, or its event; undefined for no end. */
export function lastDayOf(until: string | null | undefined): string | undefined {
  const instant = lastInstantOf(dateIn(until))
  return ignoreEndOf(until) ? (until ?? undefined) : instant && dayOf(instant)
}

/** The events that can end ignoring findings of all these types. Source: docs/decisions/0076. */
export function endsFor(types: readonly FindingType[]): IgnoreEnd[] {
  const [first, ...others] = types
  if (first === undefined) return []
  return ignoreEndsOf[first].filter((end) => others.every((type) => ignoreEndsOf[type].includes(end)))
}

/** Why a draft cannot be saved with its day; undefined if it can. Source: docs/api.md#triage. */
export function endFaultOf({ until }: Draft, now: Date): string | undefined {
  if (until === undefined || ignoreEndOf(until)) return undefined
  const latest = dayOf(new Date(now.getFullYear() + maxYears, now.getMonth(), now.getDate()))
  const isLater = startOfDay(until) !== undefined && until > dayOf(now) && until <= latest
  return isLater ? undefined : triageLabels.chooseLaterDay
}
