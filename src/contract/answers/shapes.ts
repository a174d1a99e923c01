import * as z from 'zod/mini'

/** A field that may be null or missing, in our answers and in those of other services. */
export const maybe = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))

/** ISO 8601, milliseconds, `Z`. */
export const instant = z.string()
export const uint64 = z.string()
export const uint32 = z.int().check(z.nonnegative())

/** A word of an open enumeration: known values are listed, others are shown as they stand. */
export const open = (..._known: string[]) => z.string()

export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: maybe(z.string()),
  instance: maybe(z.string()),
  errors: maybe(
    z.array(z.object({ pointer: maybe(z.string()), parameter: maybe(z.string()), detail: z.string() })),
  ),
})
