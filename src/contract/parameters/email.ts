import * as z from 'zod/mini'

/** Whether a text has the form of an e-mail address. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,190}$/u.test(text)

/** An e-mail address, in lower case. */
/* @__NO_SIDE_EFFECTS__ */
export function emailAddress() {
  return z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(254),
      z.refine(isEmail, { error: 'must be an e-mail address' }),
    )
    .register(z.globalRegistry, { pattern: '^\\s*[^\\s@]{1,64}@[^\\s@]{1,190}\\s*$' })
}
