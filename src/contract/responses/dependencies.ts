import * as z from 'zod/mini'
import { dependencyTransitivities } from '../vocabulary.ts'
import { always, maybe, open, uint32, uint64 } from './shapes.ts'

/** Source: docs/api.md#dependencies. */
export const dependency = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  repositoryId: always(uint64),
  /** Extension: the project's name. */
  repositoryName: always(z.string()),
  ecosystem: always(z.nullable(z.string())),
  /** Extension: the canonical package URL, as the scan gave it or of the name; null if neither is known. */
  purl: always(z.nullable(z.string())),
  transitivity: always(open(...dependencyTransitivities)),
  licenses: always(z.array(z.string())),
  lockfilePath: always(z.string()),
  /** Empty texts if unknown; the line in decimal digits. */
  definedAt: z.object({ path: z.string(), startLine: z.string(), url: z.string() }),
  /** The resolved version, not the requested range. */
  package: always(z.object({ name: always(z.string()), versionSpecifier: always(z.string()) })),
  /** Extension: the shortest path from a direct dependency of the project, as `name@version`; null if unknown. */
  through: always(z.nullable(z.array(z.string()))),
})
export type Dependency = z.infer<typeof dependency>

export const dependenciesAnswer = z.object({
  dependencies: z.array(dependency),
  cursor: z.string(),
  hasMore: z.boolean(),
  /** Extension: the number of dependencies that match all but bounds with which their version is not comparable. */
  notComparable: z.int(),
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

/** `name` is the project's, if the value is its id. `value` null means no value. */
const counted = z.object({ value: z.nullable(z.string()), name: maybe(z.string()), count: z.int() })
export type CountedDependencyValue = z.infer<typeof counted>
export const dependencyFacetsAnswer = z.object({
  total: z.int(),
  packages: z.int(),
  projects: z.int(),
  /** The dependencies that match all but bounds with which their version is not comparable. */
  notComparable: z.int(),
  facets: z.record(z.string(), z.array(counted)),
  rest: z.record(z.string(), z.object({ values: z.int(), count: z.int() })),
})
export type DependencyFacets = z.infer<typeof dependencyFacetsAnswer>

const packageVersion = z.object({
  version: z.string(),
  count: z.int(),
  projects: z.int(),
  direct: z.int(),
  /** Every license of any of its occurrences. */
  licenses: z.array(z.string()),
  /** Open supply-chain findings of this version on primary branches. */
  openFindings: z.int(),
})
export const dependencyGroup = z.object({
  ecosystem: z.string(),
  name: z.string(),
  count: z.int(),
  projects: z.int(),
  direct: z.int(),
  openFindings: z.int(),
  /** The number of matching versions; `versions` has the newest 100. */
  versionCount: z.int(),
  versions: z.array(packageVersion),
})
export type DependencyGroup = z.infer<typeof dependencyGroup>
export const dependencyGroupsAnswer = z.object({
  groups: z.array(dependencyGroup),
  /** The number of matching packages. */
  total: z.int(),
  cursor: z.string(),
  hasMore: z.boolean(),
})

export const licenseCount = z.object({
  /** The SPDX id, expression or name from a scan; null if unknown. */
  value: z.nullable(z.string()),
  /** Its name in the SPDX list; null if it is not listed. */
  name: z.nullable(z.string()),
  url: z.nullable(z.string()),
  /** Copyleft: of the work as a whole, of files or the library only, or over a network too. */
  family: z.nullable(open('strong', 'weak', 'network')),
  packages: z.int(),
  dependencies: z.int(),
  projects: z.int(),
})
export type LicenseCount = z.infer<typeof licenseCount>
export const licensesAnswer = z.object({ licenses: z.array(licenseCount) })
