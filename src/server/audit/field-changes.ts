import { isDeepStrictEqual } from 'node:util'

/** A value before and after a change. */
interface FieldChange {
  from: unknown
  to: unknown
}

/** The fields that differ, each from what to what, for the detail of an entry of the audit log. */
export function fieldChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, FieldChange> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, to]) => {
      const from = before[name]
      return isDeepStrictEqual(from, to) ? [] : [[name, { from, to }]]
    }),
  )
}
