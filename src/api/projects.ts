import { queryOptions } from '@tanstack/react-query'
import { getProject, listProjects, listRefs, listTags, type projectsQuery } from '#contract/projects.ts'
import type { QueryValues } from '#contract/query.ts'
import { staleTimes } from './stale-times.ts'
import { call, callWithHeaders } from './transport.ts'

/** The options of one page of projects, by name unless `sort` says else; `total` is null where nobody says it. */
export function projectsOptions(deployment: string, query: QueryValues<typeof projectsQuery>) {
  return queryOptions({
    queryKey: ['projects', deployment, 'list', query] as const,
    queryFn: async ({ signal }) => {
      const path = { deploymentSlug: deployment }
      const { answer, headers } = await callWithHeaders(listProjects, { path, query, signal })
      const said = headers.get('x-total-count')
      return { projects: answer.projects ?? [], total: said === null ? null : Number(said) }
    },
    staleTime: staleTimes.navigation,
  })
}

/** The options of one project, by its name. */
export function projectOptions(deployment: string, name: string) {
  return queryOptions({
    queryKey: ['projects', deployment, 'one', name] as const,
    queryFn: async ({ signal }) => {
      const path = { deploymentSlug: deployment, projectName: name }
      const { project } = await call(getProject, { path, signal })
      return project
    },
    staleTime: staleTimes.navigation,
  })
}

/** The options of the tags in use, most used first, for a filter to offer. */
export function tagsOptions(deployment: string) {
  return queryOptions({
    queryKey: ['projects', deployment, 'tags'] as const,
    queryFn: async ({ signal }) => {
      const { tags } = await call(listTags, { path: { deploymentSlug: deployment }, signal })
      return tags
    },
    staleTime: staleTimes.navigation,
  })
}

/** The options of the refs of a repository, or of all, narrowed by what is typed. */
export function refsOptions(deployment: string, query: { repository_id?: number; q?: string } = {}) {
  return queryOptions({
    queryKey: ['projects', deployment, 'refs', query] as const,
    queryFn: async ({ signal }) => {
      const { refs } = await call(listRefs, { path: { deploymentSlug: deployment }, query, signal })
      return refs
    },
    staleTime: staleTimes.navigation,
  })
}
