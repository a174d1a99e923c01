import * as z from 'zod/mini'
import { idCursor } from './cursor.ts'
import { byId, operation } from './operation.ts'
import { listOf, uint32, uint64 } from './query.ts'

const bounded = z.string().check(z.maxLength(500))
const path = z.string().check(z.maxLength(1000))

const packageFilter = z.strictObject({
  name: z.optional(bounded),
  exactNameMatch: z.optional(z.boolean().register(z.globalRegistry, { default: false })),
  exactVersion: z.optional(bounded),
  versionLowerBound: z.optional(bounded),
  versionUpperBound: z.optional(bounded),
  ecosystem: z.optional(bounded),
})

/** What a dependency's record can lack. `identifier` is a package URL, `relationship` what it asks for. */
export const missingParts = ['version', 'identifier', 'license', 'hash', 'relationship'] as const
export type MissingPart = (typeof missingParts)[number]

/**
 * What narrows dependencies. A field that it does not know is refused, since a misspelt one would select everything.
 * Source: API description, "Dependency filter"; API decisions, "Dependencies".
 */
export const dependencyFilter = z.strictObject({
  license: z.optional(listOf(bounded, 1000)),
  lockfilePath: z.optional(z.union([path, listOf(path, 5000)])),
  name: z.optional(bounded),
  version: z.optional(bounded),
  repositoryId: z.optional(listOf(uint32, 5000)),
  packageFilters: z.optional(listOf(packageFilter, 100)),
  ecosystem: z.optional(z.union([bounded, listOf(bounded, 100)])),
  transitivity: z.optional(z.union([bounded, listOf(bounded, 100)])),
  missing: z.optional(listOf(z.enum(missingParts), 100)),
})
export type DependencyFilter = z.infer<typeof dependencyFilter>

/** A cursor as clients send it: the text of the answer before, or its number; `0` and '' mean the first page. */
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

export const listDependencies = operation({
  id: 'listDependencies',
  method: 'POST',
  path: `${byId}/dependencies`,
  mark: 'documented',
  summary: 'List dependencies',
  description:
    'Those of the newest full scan of each primary branch, in `id` order; 1000 unless `pageSize` says otherwise. `cursor` and `hasMore` are always there; `X-Total-Count` counts all that match. `repositoryId` and `definedAt.startLine` are decimal strings; what `definedAt` does not know is an empty string. `package.versionSpecifier` is the resolved version.\n\nFields of `dependencyFilter` narrow together, values inside `license`, `repositoryId`, `lockfilePath`, `ecosystem`, `transitivity`, `missing` and the elements of `packageFilters` are alternatives; `__none` in `license` stands for those whose license is not known. `name` alone is contained in any case, `version` is equal. In a package filter `exactNameMatch` false (default) is contained; `exactVersion` wins over bounds; a bound is inclusive unless it begins with `<` or `>`.\n\nVersions compare by the rules of their ecosystem: SemVer for npm, cargo and gomod, PEP 440 for pypi, Maven’s and RubyGems’ own. Elsewhere runs of digits and of letters compare from left to right, digits as numbers and after letters; what goes on with letters is older, with digits newer. A version that its ecosystem cannot read matches no bound. A lower bound above the upper one is 422.',
  scopes: ['findings:read'],
  body: z.object(listBody(10_000, 1000)),
})

export const listRepositoriesWithDependencies = operation({
  id: 'listRepositoriesWithDependencies',
  method: 'POST',
  path: `${byId}/dependencies/repositories`,
  mark: 'named',
  summary: 'List repositories with the number of their dependencies',
  scopes: ['findings:read'],
  body: z.object(listBody(100, 5)),
})

export const listLockfiles = operation({
  id: 'listLockfiles',
  method: 'POST',
  path: `${byId}/dependencies/repositories/{repositoryId}/lockfiles`,
  mark: 'documented',
  summary: 'List the lockfiles of a repository with the number of their dependencies',
  scopes: ['findings:read'],
  body: z.object({ ...listBody(100, 5), repositoryId: z.optional(uint64) }),
})

/** What narrows, for answers over all that match. */
const narrowing = { dependencyFilter: z.optional(dependencyFilter), deploymentId: z.optional(uint64) }

/** The facets, each named after the field of the filter that selects its values. */
export const dependencyFacetNames = [
  'ecosystem',
  'transitivity',
  'license',
  'repositoryId',
  'lockfilePath',
  'missing',
] as const
export type DependencyFacetName = (typeof dependencyFacetNames)[number]

export const dependencyFacets = operation({
  id: 'dependencyFacets',
  method: 'POST',
  path: `${byId}/dependencies/facets`,
  mark: 'extension',
  summary: 'Count the values of each dependency filter',
  description:
    'Each is counted with every filter but its own, most frequent first, at most 100 values; `rest` counts the others. `facet` with `facet_q` searches the values of one. `total` counts dependencies, `packages` different names, `projects` the projects that have any.',
  scopes: ['findings:read'],
  body: z.object({
    ...narrowing,
    facet: z.optional(z.enum(dependencyFacetNames)),
    facet_q: z.optional(bounded),
  }),
})

export const dependencyGroups = operation({
  id: 'dependencyGroups',
  method: 'POST',
  path: `${byId}/dependencies/groups`,
  mark: 'extension',
  summary: 'Group dependencies by package and version',
  description:
    'Packages by name, or those with most dependencies, projects or open findings first (`sort`: `name`, `-count`, `-projects`, `-openFindings`), 100 at a time. `openFindings` counts open supply-chain findings on primary branches, of the projects in `repositoryId` if the filter has it. The versions of each are newest first by the rules of its ecosystem, at most 100 of them. Where a version stands is answered by `listDependencies`.',
  scopes: ['findings:read'],
  body: z.object({
    ...narrowing,
    cursor,
    pageSize: pageSize(1000, 100),
    sort: z.optional(
      z
        .enum(['name', '-count', '-projects', '-openFindings'])
        .register(z.globalRegistry, { default: 'name' }),
    ),
  }),
})

export const dependencyLicenses = operation({
  id: 'dependencyLicenses',
  method: 'POST',
  path: `${byId}/dependencies/licenses`,
  mark: 'extension',
  summary: 'Count the licenses of dependencies',
  description:
    'Each license with the packages (by name, as `dependencyGroups` has them) and dependencies that stand under it, those with most packages first; `value` null counts those whose license is not known. `family` marks copyleft licenses of the SPDX list: `strong`, `weak`, `network`.',
  scopes: ['findings:read'],
  body: z.object(narrowing),
})

export const exportDependencies = operation({
  id: 'exportDependencies',
  method: 'POST',
  path: `${byId}/dependencies/export`,
  mark: 'extension',
  summary: 'Export the filtered dependencies as CSV',
  description: 'RFC 4180 with a header row, a row for each dependency in `id` order, without a limit.',
  scopes: ['findings:read'],
  body: z.object(narrowing),
  produces: 'text/csv',
  streams: true,
})
