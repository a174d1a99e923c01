import * as z from 'zod/mini'
import { expectation } from './query.ts'

const momentFormat = expectation('a day (2026-11-21), an instant, or a relative time such as 12h, 7d, 4w')
const momentPattern =
  /^([1-9]\d{0,3}[hdw]|\d{4}-[01]\d-[0-3]\d(T[0-2]\d:[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d))?)$/

/** A time in a human-readable URL: a date, an instant, or a range relative to now (`7d`). */
export const momentText = z.string(momentFormat).check(
  z.regex(momentPattern, momentFormat),
  z.refine((value) => !value.includes('-') || !Number.isNaN(Date.parse(value)), momentFormat),
)
