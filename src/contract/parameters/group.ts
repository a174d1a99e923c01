import * as z from 'zod/mini'
import { nameFault } from './name-fault.ts'

const maxLength = 500

/** The name of a group of a single sign-on provider. It is compared exactly, so it is not normalized. */
/* @__NO_SIDE_EFFECTS__ */
export function groupText() {
  return z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(maxLength, { error: `is longer than ${maxLength} characters` }),
    z.refine((name) => nameFault(name) === null, {
      error: (issue) => nameFault(String(issue.input)) ?? 'is not a valid name',
    }),
  )
}
