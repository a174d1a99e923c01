import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { addTags, editTags, listTags, previewTags, removeTags } from '#contract/operations/tags.ts'
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
  /** The revision of the policies that the preview was about, if somebody has seen one. */
  expectedRevision?: number
}

const scopeOf = (deployment: string) => ({ id: `tags ${deployment}` })

/**
 * Previews what a change of tags does to the modes of rules. It shares the scope of the change, which is shown already:
 * events wait for both, and what they refetch does not take it back.
 */
export function previewTagsOptions(deployment: string) {
  return mutationOptions({
    scope: scopeOf(deployment),
    mutationFn: ({ projects, add, remove }: TagChange) =>
      call(previewTags, {
        path: { deploymentSlug: deployment },
        body: { projects: [...projects], add: [...add], remove: [...remove] },
      }),
  })
}

/** Changes tags, of several projects all or none. Changes of a deployment are sent one after the other. */
export function changeTagsOptions(deployment: string) {
  return mutationOptions({
    mutationKey: ['tags', deployment],
    /** @returns the revision of the policies after a change of which a revision was expected. */
    mutationFn: async ({
      projects,
      add,
      remove,
      expectedRevision,
    }: TagChange): Promise<number | undefined> => {
      const [name = ''] = projects
      const path = { deploymentSlug: deployment, projectName: name }
      const isOne = projects.length === 1 && expectedRevision === undefined
      if (isOne && remove.length === 0) await call(addTags, { path, body: [...add] })
      else if (isOne && add.length === 0) {
        await call(removeTags, { path, query: { tags: remove } })
      } else {
        const body = { projects: [...projects], add: [...add], remove: [...remove], expectedRevision }
        const { revision } = await call(editTags, { path: { deploymentSlug: deployment }, body })
        return revision
      }
      return undefined
    },
    scope: scopeOf(deployment),
    meta: metaOf(editTags),
  })
}
