import * as z from 'zod/mini'
import { byId, operation } from './operation.ts'
import { uint64 } from './query.ts'

const bounded = z.string().check(z.maxLength(500))

const packageFilter = z.object({
  name: z.optional(bounded),
  exactNameMatch: z.optional(z.boolean()),
  exactVersion: z.optional(bounded),
  versionLowerBound: z.optional(bounded),
  versionUpperBound: z.optional(bounded),
  ecosystem: z.optional(bounded),
})

/** Source: API description, "Dependency filter"; API decisions, "Dependencies". */
export const dependencyFilter = z.object({
  license: z.optional(z.array(bounded)),
  lockfilePath: z.optional(z.string().check(z.maxLength(1000))),
  name: z.optional(bounded),
  version: z.optional(bounded),
  repositoryId: z.optional(z.array(z.int().check(z.gte(0)))),
  packageFilters: z.optional(z.array(packageFilter).check(z.maxLength(100))),
  ecosystem: z.optional(z.union([bounded, z.array(bounded)])),
  transitivity: z.optional(z.union([bounded, z.array(bounded)])),
})
export type DependencyFilter = z.infer<typeof dependencyFilter>

/** A cursor as clients send it: the text of the answer before, or its number; `0` and '' mean the first page. */
const cursor = z.optional(
  z.union([
    z.string().check(z.regex(/^\d{0,20}$/, { error: 'is not a cursor of an answer' })),
    z.int().check(z.gte(0)),
  ]),
)

const listBody = (most: number) => {
  const size = z.optional(z.int().check(z.gte(1), z.lte(most)))
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
  description: '1000 rows unless `pageSize` says otherwise. `cursor` and `hasMore` are always there.',
  scopes: ['findings:read'],
  body: z.object(listBody(10_000)),
})

export const listRepositoriesWithDependencies = operation({
  id: 'listRepositoriesWithDependencies',
  method: 'POST',
  path: `${byId}/dependencies/repositories`,
  mark: 'named',
  summary: 'List repositories with the number of their dependencies',
  scopes: ['findings:read'],
  body: z.object(listBody(100)),
})

export const listLockfiles = operation({
  id: 'listLockfiles',
  method: 'POST',
  path: `${byId}/dependencies/repositories/{repositoryId}/lockfiles`,
  mark: 'documented',
  summary: 'List the lockfiles of a repository with the number of their dependencies',
  scopes: ['findings:read'],
  body: z.object({ ...listBody(100), repositoryId: z.optional(uint64) }),
})

export const dependencyFacets = operation({
  id: 'dependencyFacets',
  method: 'POST',
  path: `${byId}/dependencies/facets`,
  mark: 'extension',
  summary: 'Count the values of each dependency filter',
  scopes: ['findings:read'],
  body: z.object(listBody(10_000)),
})

export const dependencyGroups = operation({
  id: 'dependencyGroups',
  method: 'POST',
  path: `${byId}/dependencies/groups`,
  mark: 'extension',
  summary: 'Group dependencies by package, version and place',
  scopes: ['findings:read'],
  body: z.object(listBody(10_000)),
})

export const dependencyLicenses = operation({
  id: 'dependencyLicenses',
  method: 'POST',
  path: `${byId}/dependencies/licenses`,
  mark: 'extension',
  summary: 'Count the licences of dependencies',
  scopes: ['findings:read'],
  body: z.object(listBody(10_000)),
})

export const exportDependencies = operation({
  id: 'exportDependencies',
  method: 'POST',
  path: `${byId}/dependencies/export`,
  mark: 'extension',
  summary: 'Export all dependencies of a filter as CSV',
  scopes: ['findings:read'],
  body: z.object(listBody(10_000)),
  produces: 'text/csv',
})
