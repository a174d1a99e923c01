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
  expectedRevision: z.optional(z.int().check(z.nonnegative())),
})

const modesText =
  'Tags that change the effective mode of a rule, because a policy applies to them, need `policies:write`: without it the response is 403 and names the policies.'

export const details = {
  addTags: {
    mark: 'documented',
    summary: 'Add tags to a project',
    description:
      'The body is an array of tags, or an object with `tags`. Tags are trimmed. They have 1 to 64 characters, no commas and no control characters. A project has at most 50 tags. ' +
      modesText,
    body: addTagsBody,
  },
  removeTags: {
    mark: 'documented',
    summary: 'Remove tags from a project',
    description: modesText,
  },
  editTags: {
    mark: 'extension',
    summary: 'Add tags to several projects and remove others, all or nothing',
    description: `${modesText} If \`expectedRevision\` is not the newest revision of the policies, the response is 409 with \`revision\`, and nothing is changed.`,
    body: editTagsBody,
  },
  previewTags: {
    mark: 'extension',
    summary: 'Preview what an edit of tags does to the modes of rules, and change nothing',
    description:
      'The numbers are those of `previewPolicyChange`; all are 0 if the tags change no effective mode.',
    body: editTagsBody,
  },
  listTags: {
    mark: 'extension',
    summary: 'List the tags in use',
  },
} satisfies Record<string, OperationDetails>
