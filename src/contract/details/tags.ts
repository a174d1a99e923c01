import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { searchName } from '../parameters/name.ts'
import { listOf } from '../parameters/query.ts'
import { maxTags } from '../vocabulary.ts'

/** A list of tags. The rules of tags are checked where it is used, since each has its own message. */
export const tagList = listOf(z.string(), maxTags)

export const addTagsBody = z.union([
  tagList,
  z.object({
    deploymentSlug: z.optional(z.string()),
    projectName: z.optional(searchName()),
    tags: tagList,
  }),
])

export const editTagsBody = z.object({
  projects: listOf(searchName(), 3000, 1),
  add: z.optional(tagList),
  remove: z.optional(listOf(z.string(), 1000)),
})

export const details = {
  addTags: {
    mark: 'documented',
    summary: 'Add tags to a project',
    description:
      'The body is an array of tags, or an object with `tags`. Tags are trimmed. They have 1 to 64 characters, no commas and no control characters. A project has at most 50 tags.',
    body: addTagsBody,
  },
  removeTags: {
    mark: 'documented',
    summary: 'Remove tags from a project',
  },
  editTags: {
    mark: 'extension',
    summary: 'Add tags to several projects and remove others, all or nothing',
    body: editTagsBody,
  },
  listTags: {
    mark: 'extension',
    summary: 'List the tags in use',
  },
} satisfies Record<string, OperationDetails>
