import * as z from 'zod/mini'

/** A field that may be null or missing, in our responses and in those of other services. */
export const maybe = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))

const alwaysFields = new WeakSet<z.core.$ZodType>()

/**
 * A field that all our responses have, null only if its schema allows it. The type lets other services send null or
 * omit it; the published description and the service's own tests do not.
 */
export function always<S extends z.core.$ZodType>(schema: S) {
  const field = maybe(schema)
  alwaysFields.add(field)
  return field
}

/** Whether a field was declared by `always`. */
export const isAlways = (field: z.core.$ZodType) => alwaysFields.has(field)

/** ISO 8601, milliseconds, `Z`. */
export const instant = z.string().register(z.globalRegistry, { format: 'date-time' })
export const uint64 = z
  .string()
  .register(z.globalRegistry, { format: 'uint64', pattern: '^(0|[1-9][0-9]{0,19})$' })
export const uint32 = z.int().check(z.nonnegative())

/** A value of an open enumeration: known values are listed, others are shown unchanged. */
export const open = (...known: readonly [string, ...string[]]) => z.union([z.enum(known), z.string()])

export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: always(z.string()),
  instance: always(z.string()),
  errors: maybe(
    z.array(z.object({ pointer: maybe(z.string()), parameter: maybe(z.string()), detail: z.string() })),
  ),
})
