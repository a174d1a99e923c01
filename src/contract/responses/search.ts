import * as z from 'zod/mini'
import { findingTypes } from '../vocabulary.ts'

const countsByType = z.array(z.object({ issue_type: z.enum(findingTypes), count: z.int() }))
const namedResults = z.array(z.object({ name: z.string(), findings: countsByType }))

export const searchAnswer = z.object({
  advisories: z.array(
    z.object({
      name: z.string(),
      findings: z.int(),
      open: z.int(),
      projects: z.array(z.object({ name: z.string(), open: z.int() })),
      packages: z.array(z.object({ name: z.string(), version: z.nullable(z.string()), open: z.int() })),
      /** The number of projects and package versions that are not listed. */
      more: z.object({ projects: z.int(), packages: z.int() }),
    }),
  ),
  people: namedResults,
  tickets: namedResults,
})
export type SearchAnswer = z.infer<typeof searchAnswer>
