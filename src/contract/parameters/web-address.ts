import * as z from 'zod/mini'

const noAddress = { error: 'is not an HTTP or HTTPS URL' }

/** The URL of a page, as it is stored. Control characters, which a browser would ignore, are refused. */
/* @__NO_SIDE_EFFECTS__ */
export function webAddress(maximum: number) {
  return z.string().check(
    z.maxLength(maximum),
    z.regex(/^https?:\/\/[^\s\p{Cc}]+$/u, { ...noAddress, abort: true }),
    z.refine((text) => URL.canParse(text), noAddress),
  )
}
