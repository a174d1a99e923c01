import * as z from 'zod/mini'
import { bySlug, operation } from '../operation.ts'
import { searchName, searchNames } from '../parameters/name.ts'
import { listOf } from '../parameters/query.ts'

/** What a project has at most. */
export const maxTags = 50

/** A list of tags, checked by the rules for tags when it is used, since each has a message of its own. */
export const tagList = listOf(z.string(), maxTags)

export const addTags = operation({
  id: 'addTags',
  method: 'PUT',
  path: `${bySlug}/projects/{projectName}/tags`,
  mark: 'documented',
  summary: 'Add tags to a project',
  description:
    'The body is an array of tags, or an object with `tags`. Tags are trimmed. They have 1 to 64 characters, no commas and no control characters. A project has at most 50 tags.',
  scopes: ['projects:write'],
  body: z.union([
    tagList,
    z.object({
      deploymentSlug: z.optional(z.string()),
      projectName: z.optional(searchName()),
      tags: tagList,
    }),
  ]),
  stale: ['projects', 'findings', 'audit'],
})

export const removeTags = operation({
  id: 'removeTags',
  method: 'DELETE',
  path: `${bySlug}/projects/{projectName}/tags`,
  mark: 'documented',
  summary: 'Remove tags from a project',
  scopes: ['projects:write'],
  query: { tags: searchNames },
  stale: ['projects', 'findings', 'audit'],
})

export const editTags = operation({
  id: 'editTags',
  method: 'POST',
  path: `${bySlug}/tags`,
  mark: 'extension',
  summary: 'Add tags to several projects and remove others, all or nothing',
  scopes: ['projects:write'],
  body: z.object({
    projects: listOf(searchName(), 3000, 1),
    add: z.optional(tagList),
    remove: z.optional(listOf(z.string(), 1000)),
  }),
  stale: ['projects', 'findings', 'audit'],
})

export const listTags = operation({
  id: 'listTags',
  method: 'GET',
  path: `${bySlug}/tags`,
  mark: 'extension',
  summary: 'List the tags in use',
  scopes: ['findings:read'],
})
