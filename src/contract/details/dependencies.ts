import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { idCursor } from '../parameters/cursor.ts'
import { listOf, uint64 } from '../parameters/query.ts'
import { uint32 } from '../parameters/uint32.ts'
import { dependencyFacetNames, missingFields } from '../vocabulary.ts'

const boundedText = z.string().check(z.maxLength(500))

const path = z.string().check(z.maxLength(1000))

const packageFilter = z.strictObject({
  name: z.optional(boundedText),
  exactNameMatch: z.optional(z.boolean().register(z.globalRegistry, { default: false })),
  exactVersion: z.optional(boundedText),
  versionLowerBound: z.optional(boundedText),
  versionUpperBound: z.optional(boundedText),
  ecosystem: z.optional(boundedText),
})

/**
 * The filter of dependencies. An unknown field is rejected, since a misspelled one would select everything. Source:
 * docs/api.md#dependencies.
 */
export const dependencyFilter = z.strictObject({
  license: z.optional(listOf(boundedText, 1000)),
  lockfilePath: z.optional(z.union([path, listOf(path, 5000)])),
  name: z.optional(boundedText),
  version: z.optional(boundedText),
  repositoryId: z.optional(listOf(uint32, 5000)),
  packageFilters: z.optional(listOf(packageFilter, 100)),
  ecosystem: z.optional(z.union([boundedText, listOf(boundedText, 100)])),
  transitivity: z.optional(z.union([boundedText, listOf(boundedText, 100)])),
  missing: z.optional(listOf(z.enum(missingFields), 100)),
  notComparable: z.optional(z.boolean().register(z.globalRegistry, { default: false })),
})

/** A cursor as clients send it: the text of the previous response, or its number; `0` and '' mean the first page. */
const cursor = z.optional(z.union([idCursor, z.int().check(z.gte(0))]))

const pageSize = (most: number, usual: number) =>
  z.optional(z.int().check(z.gte(1), z.lte(most)).register(z.globalRegistry, { default: usual }))

const listBody = (most: number, usual: number) => {
  const size = pageSize(most, usual)
  return {
    cursor,
    dependencyFilter: z.optional(dependencyFilter),
    deploymentId: z.optional(uint64),
    pageSize: size,
    page_size: size,
  }
}

export const listDependenciesBody = z.object(listBody(10_000, 1000))

export const listRepositoriesWithDependenciesBody = z.object(listBody(100, 5))

export const listLockfilesBody = z.object({ ...listBody(100, 5), repositoryId: z.optional(uint64) })

/** The filter of responses that cover all matches. */
const facetSelection = { dependencyFilter: z.optional(dependencyFilter), deploymentId: z.optional(uint64) }

export const dependencyFacetsBody = z.object({
  ...facetSelection,
  facet: z.optional(z.enum(dependencyFacetNames)),
  facet_q: z.optional(boundedText),
})

export const dependencyGroupsBody = z.object({
  ...facetSelection,
  cursor,
  pageSize: pageSize(1000, 100),
  sort: z.optional(
    z.enum(['name', '-count', '-projects', '-openFindings']).register(z.globalRegistry, { default: 'name' }),
  ),
})

export const dependencyLicensesBody = z.object(facetSelection)

export const exportDependenciesBody = z.object(facetSelection)

export const details = {
  listDependencies: {
    mark: 'documented',
    summary: 'List dependencies',
    description:
      'Returns the dependencies in the latest full scan of each primary branch, in `id` order. `pageSize` defaults to 1000. `cursor` and `hasMore` are always present. `X-Total-Count` has the number of all matches. `repositoryId` and `definedAt.startLine` are decimal strings; unknown parts of `definedAt` are empty strings. `package.versionSpecifier` is the resolved version.\n\nThe fields of `dependencyFilter` are combined with AND. The values within `license`, `repositoryId`, `lockfilePath`, `ecosystem`, `transitivity` and `missing`, and the elements of `packageFilters`, are combined with OR. `__none` in `license` selects dependencies without a known license. `name` matches part of the name, ignoring case; `version` matches the whole version. In a package filter, the name matches in part unless `exactNameMatch` is true. `exactVersion` takes precedence over bounds. A bound is inclusive unless it begins with `<` or `>`.\n\nVersions are compared by the rules of their ecosystem, such as those of dpkg, RPM, apk, RubyGems, NuGet, Composer and Maven. A version that its ecosystem does not allow, and any version of an ecosystem whose order is not known, is not comparable: it matches no bound. `notComparable: true` lists these dependencies instead of those within the bounds; `notComparable` of the answer counts them. A lower bound above the upper bound returns 422.',
    body: listDependenciesBody,
  },
  listRepositoriesWithDependencies: {
    mark: 'named',
    summary: 'List repositories with the number of their dependencies',
    body: listRepositoriesWithDependenciesBody,
  },
  listLockfiles: {
    mark: 'documented',
    summary: 'List the lockfiles of a repository with the number of their dependencies',
    body: listLockfilesBody,
  },
  dependencyFacets: {
    mark: 'extension',
    summary: 'Count the values of each dependency filter',
    description:
      'Each facet is counted with all filters except its own, most frequent values first. At most 100 values are returned; `rest` counts the others. `facet` with `facet_q` searches the values of one facet. `total` counts dependencies, `packages` distinct names, and `projects` the projects with matching dependencies. `notComparable` counts the dependencies that match all but the bounds of a package filter, with which their version cannot be compared.',
    body: dependencyFacetsBody,
  },
  dependencyGroups: {
    mark: 'extension',
    summary: 'Group dependencies by package and version',
    description:
      'Returns packages in pages of 100. `sort` orders them by `name`, or by most dependencies (`-count`), projects (`-projects`) or open findings (`-openFindings`) first. `openFindings` counts open supply-chain findings on primary branches, limited to the projects in `repositoryId` if it is set. Each package has at most 100 versions, newest first by the rules of its ecosystem. `listDependencies` returns the locations of a version.',
    body: dependencyGroupsBody,
  },
  dependencyLicenses: {
    mark: 'extension',
    summary: 'Count the licenses of dependencies',
    description:
      'Returns each license with the number of packages (by name, as in `dependencyGroups`) and dependencies that use it, most packages first. `value` null counts dependencies without a known license. `family` is `strong`, `weak` or `network` for copyleft licenses on the SPDX list.',
    body: dependencyLicensesBody,
  },
  exportDependencies: {
    mark: 'extension',
    summary: 'Export the filtered dependencies as CSV',
    description:
      'RFC 4180 with a header row and one row for each dependency, in `id` order, without a limit.',
    body: exportDependenciesBody,
  },
} satisfies Record<string, OperationDetails>
