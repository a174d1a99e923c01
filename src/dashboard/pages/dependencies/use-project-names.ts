import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { dependencyFacetsOptions, dependencyProjectsOptions } from '#api/dependencies/dependencies.ts'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import type { NameOfProject } from './search-params.ts'

/** The project names that the rail has loaded; missing names of selected projects are requested. */
export function useProjectNames(deployment: string, filter: DependencyFilter): NameOfProject {
  const facets = useQuery({ ...dependencyFacetsOptions(deployment, filter), enabled: false })
  const { repositoryId = [] } = filter
  const names = new Map(facets.data?.facets['repositoryId']?.map(({ value, name }) => [value, name]))
  const known = repositoryId.every((id) => names.has(String(id)))
  const query = useInfiniteQuery({
    ...dependencyProjectsOptions(deployment, { repositoryId }),
    enabled: !known && (facets.data !== undefined || facets.error !== null),
  })
  for (const { repositorySummaries } of query.data?.pages ?? []) {
    for (const { id, name } of repositorySummaries) names.set(String(id), name)
  }
  return (id) => names.get(id) ?? undefined
}
