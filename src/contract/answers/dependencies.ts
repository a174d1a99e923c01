import * as z from 'zod/mini'
import { maybe, open, uint32 } from './shapes.ts'

/** Source: API description, "Dependency"; what stands beside the three fields: API decisions, "Dependencies". */
export const dependency = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  repositoryId: maybe(uint32),
  ecosystem: maybe(z.string()),
  transitivity: maybe(open('DIRECT', 'TRANSITIVE', 'UNKNOWN_TRANSITIVITY')),
  licenses: maybe(z.array(z.string())),
  lockfilePath: maybe(z.string()),
  definedAt: maybe(z.object({ path: maybe(z.string()), startLine: maybe(z.int()), url: maybe(z.string()) })),
  package: maybe(z.object({ name: maybe(z.string()), versionSpecifier: maybe(z.string()) })),
})
export type Dependency = z.infer<typeof dependency>

export const dependenciesAnswer = z.object({
  dependencies: z.array(dependency),
  cursor: z.string(),
  hasMore: z.boolean(),
})
export const repositorySummariesAnswer = z.object({
  repositorySummaries: z.array(z.object({ id: uint32, name: z.string(), numDependencies: z.int() })),
  cursor: z.string(),
  hasMore: z.boolean(),
})
export const lockfilesAnswer = z.object({
  lockfileSummaries: z.array(z.object({ lockfilePath: z.string(), numDependencies: z.int() })),
  cursor: z.string(),
  hasMore: z.boolean(),
})

const counted = z.object({ value: z.nullable(z.string()), count: z.int() })
export const dependencyFacetsAnswer = z.object({
  total: z.int(),
  facets: z.record(z.string(), z.array(counted)),
})
export const dependencyGroupsAnswer = z.object({
  groups: z.array(
    z.object({
      ecosystem: z.string(),
      name: z.string(),
      count: z.int(),
      versions: z.array(z.object({ version: z.string(), count: z.int(), places: z.array(dependency) })),
    }),
  ),
  cursor: z.string(),
  hasMore: z.boolean(),
})
export const licensesAnswer = z.object({ licenses: z.array(counted) })
