import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { addTags, editTags, listTags, removeTags } from '#contract/operations/tags.ts'
import { metaOf } from '../cache/query-client.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { call } from '../http/transport.ts'

/** Returns the query options of the tags in use, most used first, with the number of projects that have each. */
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

/** A change of the tags of projects, by project name. */
export interface TagChange {
  projects: readonly string[]
  add: readonly string[]
  remove: readonly string[]
}

/** Changes tags, of several projects all or none. Changes of a deployment are sent one after the other. */
export function changeTagsOptions(deployment: string) {
  return mutationOptions({
    mutationKey: ['tags', deployment],
    mutationFn: async ({ projects, add, remove }: TagChange) => {
      const [name = ''] = projects
      const path = { deploymentSlug: deployment, projectName: name }
      if (projects.length === 1 && remove.length === 0) await call(addTags, { path, body: [...add] })
      else if (projects.length === 1 && add.length === 0) {
        await call(removeTags, { path, query: { tags: remove } })
      } else {
        const body = { projects: [...projects], add: [...add], remove: [...remove] }
        await call(editTags, { path: { deploymentSlug: deployment }, body })
      }
    },
    scope: { id: `tags ${deployment}` },
    meta: metaOf(editTags),
  })
}
