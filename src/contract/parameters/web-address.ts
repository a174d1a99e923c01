import * as z from 'zod/mini'

const noAddress = { error: 'is not an HTTP or HTTPS URL' }

/** An absolute URL that may be followed: http or https. */
export const webAddress = z.string().check(
  z.maxLength(2000),
  z.regex(/^https?:\/\/\S+$/, { ...noAddress, abort: true }),
  z.refine((text) => URL.canParse(text), noAddress),
)
