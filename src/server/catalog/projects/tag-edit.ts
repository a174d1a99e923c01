import type { z } from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import type { editTags } from '#contract/operations/tags.ts'
import { unprocessable } from '#server/http/errors.ts'
import { readTags, withoutTags, withTags } from '#server/records/projects/tags.ts'
import type { NextTags } from './change-tags.ts'

/**
 * Reads an edit of the tags of several projects: first tags are removed, then others added. Removing a tag that a
 * project does not have changes nothing, even if the tag is invalid.
 * @returns a function that computes the new tags of a project.
 * @throws HttpError 400 with every invalid tag to add, 422 for a tag that is both added and removed.
 * Source: docs/api.md#projects.
 */
export function readTagEdit(body: z.output<BodySchema<typeof editTags>>): NextTags {
  const { projects, add = [], remove = [] } = body
  const added = readTags(add, '/add')
  const both = remove.map((tag) => tag.normalize('NFC').trim()).filter((tag) => added.includes(tag))
  if (both.length > 0) {
    throw unprocessable(
      both.map((tag) => ({
        pointer: '/remove',
        detail: `The tag "${tag}" cannot be both added and removed.`,
      })),
    )
  }
  const without = withoutTags(remove)
  return (present, project) => withTags(without(present), added, `/projects/${projects.indexOf(project)}`)
}
