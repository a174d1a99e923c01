import * as z from 'zod/mini'
import { nameFault, pathNameFault } from './name-fault.ts'
import { listOf, text } from './query.ts'

/** A name to search by: equal names are equal texts, however they were typed (Unicode NFC). */
/* @__NO_SIDE_EFFECTS__ */
export function searchName(maximum = 1000) {
  return text(maximum).check(z.normalize('NFC'))
}

/** Several names to search by. */
export const searchNames = listOf(searchName(), 5000)

/** A one-line name that a caller chooses. */
/* @__NO_SIDE_EFFECTS__ */
export function nameText(maximum: number, minimum = 0) {
  return checkedName(maximum, minimum, nameFault)
}

/** A one-line name that a caller chooses and that stands in URLs. */
/* @__NO_SIDE_EFFECTS__ */
export function pathName(maximum: number) {
  return checkedName(maximum, 1, pathNameFault)
}

/* @__NO_SIDE_EFFECTS__ */
function checkedName(maximum: number, minimum: number, faultOf: typeof nameFault) {
  return z.string().check(
    z.normalize('NFC'),
    z.trim(),
    z.minLength(minimum),
    z.maxLength(maximum, { error: () => `is longer than ${maximum} characters` }),
    z.refine((name) => faultOf(name) === null, {
      error: (issue) => faultOf(String(issue.input)) ?? 'is not a valid name',
    }),
  )
}
