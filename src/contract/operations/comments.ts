import type { commentBody, commentEdit } from '../details/comments.ts'
import { bodyType, bySlug, operation } from '../operation.ts'
import { text, wholeNumber } from '../parameters/query.ts'

export const listComments = operation({
  id: 'listComments',
  method: 'GET',
  path: `${bySlug}/findings/{id}/comments`,
  scopes: ['findings:read'],
  personal: true,
})

export const createComment = operation({
  id: 'createComment',
  method: 'POST',
  path: `${bySlug}/findings/{id}/comments`,
  scopes: ['findings:triage'],
  body: bodyType<typeof commentBody>(),
  success: 201,
  stale: ['comments', 'audit'],
})

export const editComment = operation({
  id: 'editComment',
  method: 'PATCH',
  path: `${bySlug}/findings/{id}/comments/{commentId}`,
  scopes: ['findings:triage'],
  body: bodyType<typeof commentEdit>(),
  stale: ['comments', 'audit'],
})

export const deleteComment = operation({
  id: 'deleteComment',
  method: 'DELETE',
  path: `${bySlug}/findings/{id}/comments/{commentId}`,
  scopes: ['findings:triage'],
  success: 204,
  stale: ['comments', 'audit'],
})

export const listCommentVersions = operation({
  id: 'listCommentVersions',
  method: 'GET',
  path: `${bySlug}/findings/{id}/comments/{commentId}/versions`,
  scopes: ['findings:read'],
  personal: true,
})

export const listMentions = operation({
  id: 'listMentions',
  method: 'GET',
  path: `${bySlug}/mentions`,
  scopes: ['findings:read'],
  query: { before: text(10), limit: wholeNumber(1, 100) },
  personal: true,
})
