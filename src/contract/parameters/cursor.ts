import * as z from 'zod/mini'

const invalidCursor = { error: () => 'is not a cursor from a response' }

/** The last id of the previous page; an empty value or `0` requests the first page. */
export const idCursor = z.string().check(z.regex(/^(0|[1-9]\d{0,19})?$/, invalidCursor))

/** The time and id of the last row of the previous page; an empty value or `0` requests the first page. */
export const timeCursorForm = /^(?:0|(\d{1,15})\.(\d{1,10}))?$/
export const timeCursor = z.string().check(z.regex(timeCursorForm, invalidCursor))
