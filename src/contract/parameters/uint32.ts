import * as z from 'zod/mini'

// Apart from the parameters of a query, which are texts: the browser loads no schema of a number.

/** An id in a body that is a JSON integer (`integer<uint32>`). */
export const uint32 = z
  .int()
  .check(z.gte(0), z.lte(4294967295))
  .register(z.globalRegistry, { format: 'uint32' })
