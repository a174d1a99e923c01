import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

const commentText = z
  .string()
  .check(
    z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u, { error: 'is empty' }),
    z.maxLength(5000, { error: 'is longer than 5000 characters' }),
  )

export const commentBody = z.object({
  /** Markdown. */
  text: commentText,
})

export const commentEdit = z.object({
  /** Markdown. */
  text: commentText,
  /** How many earlier texts the comment had when editing began. */
  versions: z.optional(z.int().check(z.gte(0))),
})

export const details = {
  listComments: {
    mark: 'extension',
    summary: 'List the comments on a finding, oldest first',
    description:
      'The thread is that of the finding on all refs of its project. A deleted comment stays in it, without its text. `mentions` are the people whom the text names with `@`; `own` comments are those of the caller, who can edit and delete them.',
  },
  createComment: {
    mark: 'extension',
    summary: 'Comment on a finding',
    description:
      '`text` is Markdown. `@` with the name of a person who has access to the deployment mentions them, except in code; at most 50 people. Returns 409 if the thread has 500 comments.',
    body: commentBody,
  },
  editComment: {
    mark: 'extension',
    summary: 'Edit a comment of your own',
    description:
      'The earlier text is kept. Returns 403 for a comment of somebody else, and 409 if it was deleted or edited 100 times. The same text changes nothing. With the `versions` of the comment that was read, a text that was saved meanwhile is not replaced (409).',
    body: commentEdit,
  },
  deleteComment: {
    mark: 'extension',
    summary: 'Delete a comment of your own',
    description:
      'It stays in the thread without its text, which the author and administrators can read with the earlier texts. Returns 403 for a comment of somebody else.',
  },
  listCommentVersions: {
    mark: 'extension',
    summary: 'List the earlier texts of a comment, oldest first',
    description: 'Returns 403 for a comment that somebody else has deleted, unless the token has `admin`.',
  },
  listMentions: {
    mark: 'extension',
    summary: 'List the comments that mention the caller, newest first',
    description: '`before` is the id of a mention, and continues after it. Deleted comments are left out.',
  },
} satisfies Record<string, OperationDetails>
