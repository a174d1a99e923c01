import type * as z from 'zod/mini'
import type {
  dependencyFacetsBody,
  dependencyFilter,
  dependencyGroupsBody,
  dependencyLicensesBody,
  exportDependenciesBody,
  listDependenciesBody,
  listLockfilesBody,
  listRepositoriesWithDependenciesBody,
} from '../details/dependencies.ts'
import { bodyType, byId, operation } from '../operation.ts'

export type DependencyFilter = z.infer<typeof dependencyFilter>

export const listDependencies = operation({
  id: 'listDependencies',
  method: 'POST',
  path: `${byId}/dependencies`,
  scopes: ['findings:read'],
  body: bodyType<typeof listDependenciesBody>(),
})

export const listRepositoriesWithDependencies = operation({
  id: 'listRepositoriesWithDependencies',
  method: 'POST',
  path: `${byId}/dependencies/repositories`,
  scopes: ['findings:read'],
  body: bodyType<typeof listRepositoriesWithDependenciesBody>(),
})

export const listLockfiles = operation({
  id: 'listLockfiles',
  method: 'POST',
  path: `${byId}/dependencies/repositories/{repositoryId}/lockfiles`,
  scopes: ['findings:read'],
  body: bodyType<typeof listLockfilesBody>(),
})

export const dependencyFacets = operation({
  id: 'dependencyFacets',
  method: 'POST',
  path: `${byId}/dependencies/facets`,
  scopes: ['findings:read'],
  body: bodyType<typeof dependencyFacetsBody>(),
})

export const dependencyGroups = operation({
  id: 'dependencyGroups',
  method: 'POST',
  path: `${byId}/dependencies/groups`,
  scopes: ['findings:read'],
  body: bodyType<typeof dependencyGroupsBody>(),
})

export const dependencyLicenses = operation({
  id: 'dependencyLicenses',
  method: 'POST',
  path: `${byId}/dependencies/licenses`,
  scopes: ['findings:read'],
  body: bodyType<typeof dependencyLicensesBody>(),
})

export const exportDependencies = operation({
  id: 'exportDependencies',
  method: 'POST',
  path: `${byId}/dependencies/export`,
  scopes: ['findings:read'],
  body: bodyType<typeof exportDependenciesBody>(),
  produces: 'text/csv',
  streams: true,
})
