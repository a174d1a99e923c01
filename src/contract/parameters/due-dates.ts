import * as z from 'zod/mini'
import { dueDays, maxDueTags } from './due-days.ts'

const days = z.nullable(z.int().check(z.minimum(dueDays.min), z.maximum(dueDays.max)))
const daysBySeverity = z.object({ critical: days, high: days, medium: days, low: days })

/** When findings are due. Source: docs/api.md#due-dates. */
export const dueDates = z.object({
  days: daysBySeverity,
  /** Replaces `days` in projects with the tag; with several such tags, the shortest period counts. */
  tags: z.array(z.object({ tag: z.string(), days: daysBySeverity })).check(z.maxLength(maxDueTags)),
})
export type DueDates = z.infer<typeof dueDates>
