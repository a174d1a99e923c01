import type { DueDates } from '#contract/parameters/due-dates.ts'
import type { DaysBySeverity } from '#contract/parameters/due-days.ts'
import { severities, statuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { readSetting } from '#server/db/deployment-setting.ts'
import { readTimeZone, type TimeZone } from '#server/db/time-zone.ts'

/** The name of the setting with the due dates of a deployment. */
export const dueDatesSetting = 'dueDates'

/** How the due dates of a deployment are computed. */
export interface DueRule {
  dueDates: DueDates
  /** The days of the deployment. */
  zone: TimeZone
}

/** The codes of the statuses in which a finding has a due date. */
export const dueStatuses: ReadonlySet<number> = new Set(
  (['open', 'reviewing', 'fixing'] as const).map((name) => toCode(statuses, name)),
)

/** Returns how due dates are computed by a setting; null if nothing is ever due. */
export const dueRuleOf = (dueDates: DueDates | null, zone: TimeZone): DueRule | null =>
  dueDates === null ? null : { dueDates, zone }

/** Reads the setting of a deployment; null if nothing is ever due. */
export const readDueSetting = (reader: Reader, deploymentId: number): Promise<DueDates | null> =>
  readSetting<DueDates | null>(reader, deploymentId, dueDatesSetting)

/** Reads how the due dates of a deployment are computed; null if it has none. */
export async function readDueRule(reader: Reader, deploymentId: number): Promise<DueRule | null> {
  const dueDates = await readDueSetting(reader, deploymentId)
  return dueDates && dueRuleOf(dueDates, await readTimeZone(reader, deploymentId))
}

/**
 * Returns after how many days a finding of a project is due, by the code of its severity; null for never. Of several
 * tags with periods, the shortest counts.
 */
export function daysOfProject({ days, tags }: DueDates, projectTags: readonly string[]): (number | null)[] {
  const matching = tags.filter(({ tag }) => projectTags.includes(tag)).map((one) => one.days)
  const applied: readonly DaysBySeverity[] = matching.length > 0 ? matching : [days]
  return severities.map((severity) => {
    const set = applied.flatMap((one) => one[severity] ?? [])
    return set.length > 0 ? Math.min(...set) : null
  })
}

/**
 * Returns the day on which a finding is due, at its end: so many days after it was last found or reopened.
 * @param instants when it was found, or found again after it was fixed, and when it was last no longer ignored or muted;
 * milliseconds since 1970.
 * Source: docs/api.md#due-dates.
 */
export const dueDayOf = (
  zone: TimeZone,
  instants: { since: number; reopened: number },
  days: number,
): number => zone.dayOf(Math.max(instants.since, instants.reopened)) + days
