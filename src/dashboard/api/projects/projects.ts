import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  deleteProject,
  deleteRef,
  getProject,
  listProjects,
  listRefs,
  patchProject,
  type projectsQuery,
  restoreRef,
} from '#contract/operations/projects.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import { metaOf } from '../cache/query-client.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { type CallInput, call, callWithHeaders } from '../http/transport.ts'

/** The query of the projects list, as `readQuery(projectsQuery, …)` reads it from a URL. */
export type ProjectsQuery = Omit<QueryValues<typeof projectsQuery>, 'include'>

/** The filter of projects, without paging and sort. */
export type ProjectsFilter = Omit<ProjectsQuery, 'page' | 'page_size' | 'sort'>

async function pageOf(deployment: string, query: QueryValues<typeof projectsQuery>, signal: AbortSignal) {
  const { answer, headers } = await callWithHeaders(listProjects, {
    path: { deploymentSlug: deployment },
    query,
    signal,
  })
  const total = Number(headers.get('x-total-count') ?? Number.NaN)
  return { ...answer, total: Number.isNaN(total) ? undefined : total }
}

/**
 * Returns the query options of a page of projects with their open findings. The previous rows stay until the new ones
 * have loaded.
 */
export function projectPageOptions(deployment: string, query: ProjectsQuery) {
  return queryOptions({
    queryKey: ['projects', deployment, 'page', query] as const,
    queryFn: ({ signal }) => pageOf(deployment, { ...query, include: ['summary'] }, signal),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === deployment ? before : undefined),
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of the counts next to the project filters, and of the number of matches. */
export function projectFacetsOptions(deployment: string, filter: ProjectsFilter) {
  return queryOptions({
    queryKey: ['projects', deployment, 'facets', filter] as const,
    queryFn: async ({ signal }) => {
      const query = { ...filter, page_size: 1, include: ['facets' as const] }
      const { facets, rest, total } = await pageOf(deployment, query, signal)
      return { facets, rest, total }
    },
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === deployment ? before : undefined),
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of the number of matching projects. */
export function projectCountOptions(deployment: string, filter: ProjectsFilter) {
  return queryOptions({
    queryKey: ['projects', deployment, 'count', filter] as const,
    queryFn: async ({ signal }) => {
      const { total } = await pageOf(deployment, { ...filter, page_size: 1 }, signal)
      return total ?? null
    },
    staleTime: staleTimes.changing,
  })
}

/** Returns the key of a project, by its full name. */
export const projectKey = (deployment: string, name: string) =>
  ['projects', deployment, 'project', name] as const

/** Returns the query options of a project with its open findings and its newest scan. */
export function projectOptions(deployment: string, name: string) {
  return queryOptions({
    queryKey: projectKey(deployment, name),
    queryFn: async ({ signal }) => {
      const path = { deploymentSlug: deployment, projectName: name }
      const { project } = await call(getProject, { path, query: { include: ['summary'] }, signal })
      return project
    },
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of a project's scanned refs with their open findings, the primary one first; at most 1000. */
export function refsOptions(deployment: string, repositoryId: number) {
  return queryOptions({
    queryKey: ['projects', deployment, 'refs', repositoryId] as const,
    queryFn: async ({ signal }) => {
      const query = { repository_id: repositoryId, include: ['summary' as const] }
      const { refs } = await call(listRefs, { path: { deploymentSlug: deployment }, query, signal })
      return refs
    },
    staleTime: staleTimes.changing,
  })
}

/** The settings of a project, without its tags. */
export type ProjectSettings = Omit<CallInput<typeof patchProject>['body'], 'tags'>

/** Changes the primary branch or the managed scans of a project; omitted fields do not change. */
export function patchProjectOptions(deployment: string, name: string) {
  return mutationOptions({
    mutationFn: (body: ProjectSettings) =>
      call(patchProject, { path: { deploymentSlug: deployment, projectName: name }, body }),
    scope: { id: `project ${deployment} ${name}` },
    meta: metaOf(patchProject),
  })
}

/** Deletes a project with its findings and scans. */
export function deleteProjectOptions(deployment: string, name: string) {
  return mutationOptions({
    mutationFn: () => call(deleteProject, { path: { deploymentSlug: deployment, projectName: name } }),
    meta: metaOf(deleteProject),
  })
}

/** Deletes a branch with its findings; it can be restored for 24 hours. */
export function deleteRefOptions(deployment: string, repo: string) {
  return mutationOptions({
    mutationFn: (ref: string) =>
      call(deleteRef, { path: { deploymentSlug: deployment }, query: { repo, ref } }),
    meta: metaOf(deleteRef),
  })
}

/** Restores a deleted branch with its findings. */
export function restoreRefOptions(deployment: string, repo: string) {
  return mutationOptions({
    mutationFn: (ref: string) =>
      call(restoreRef, { path: { deploymentSlug: deployment }, body: { repo, ref } }),
    meta: metaOf(restoreRef),
  })
}
