import * as z from 'zod/mini'
import { nameFault } from './name-fault.ts'
import { text } from './query.ts'

// Beside invisible ones.
const forbidden = /[\s~^:?[\]\\]/

/** Says why git has no ref of this name, to follow the name in a sentence; null for a valid one. */
export function refFault(name: string): string | null {
  if (forbidden.test(name)) return 'has a character that no ref has'
  if (/^\/|\/\/|\/$/.test(name)) return 'has an empty part'
  if (/(^|\/)\.|\.\.|\.$|\.lock(\/|$)|@\{|^@$/.test(name)) return 'is not a name that a ref can have'
  return nameFault(name)
}

/** A ref, or a pattern of refs: `*` stands for any characters except `/`, and `**` for any. */
export const refPattern = text(200).check(
  z.normalize('NFC'),
  z.trim(),
  z.minLength(1),
  z.refine((name) => refFault(name) === null, {
    error: (issue) =>
      `${String(issue.input).slice(0, 80)} ${refFault(String(issue.input)) ?? 'is not a ref'}`,
  }),
)
