import * as z from 'zod/mini'

// Separate from the query parameters, which are texts: the browser loads no number schema.

/** An id in a body that is a JSON integer (`integer<uint32>`). */
export const uint32 = z
  .int()
  .check(z.gte(0), z.lte(4294967295))
  .register(z.globalRegistry, { format: 'uint32' })
