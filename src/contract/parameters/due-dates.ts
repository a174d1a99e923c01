import * as z from 'zod/mini'

/** The bounds of a period in which findings are due, in days. */
export const dueDays = { min: 1, max: 3650 } as const
/** The most tags with periods of their own. */
export const maxDueTags = 20

const days = z.nullable(z.int().check(z.minimum(dueDays.min), z.maximum(dueDays.max)))
const daysBySeverity = z.object({ critical: days, high: days, medium: days, low: days })
/** How many days after it was found a finding is due, by its severity; null for never. */
export type DaysBySeverity = z.infer<typeof daysBySeverity>

/** When findings are due. Source: docs/api.md#due-dates. */
export const dueDates = z.object({
  days: daysBySeverity,
  /** Replaces `days` in projects with the tag; with several such tags, the shortest period counts. */
  tags: z.array(z.object({ tag: z.string(), days: daysBySeverity })).check(z.maxLength(maxDueTags)),
})
export type DueDates = z.infer<typeof dueDates>
