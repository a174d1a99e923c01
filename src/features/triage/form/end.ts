import { dayOf, startOfDay } from '#lib/time/day.ts'
import { triageLabels } from '../action-labels.ts'
import type { Draft } from './draft.ts'

const maxYears = 10

/** When the finding of a draft is reopened, an instant; undefined for never. */
export const endOf = ({ until }: Draft): string | undefined =>
  until === undefined ? undefined : startOfDay(until)

/** Why a draft cannot be saved with its day; undefined if it can. Source: docs/api.md#triage. */
export function endFaultOf({ until }: Draft, now: Date): string | undefined {
  if (until === undefined) return undefined
  const latest = dayOf(new Date(now.getFullYear() + maxYears, now.getMonth(), now.getDate()))
  const isLater = startOfDay(until) !== undefined && until > dayOf(now) && until <= latest
  return isLater ? undefined : triageLabels.chooseLaterDay
}
