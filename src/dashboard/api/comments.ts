import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  createComment,
  deleteComment,
  editComment,
  listComments,
  listCommentVersions,
} from '#contract/operations/comments.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { call } from './http/transport.ts'

const pathOf = (deploymentSlug: string, finding: number) => ({ deploymentSlug, id: String(finding) })

/** Returns the query options of the comments on a finding. A service without them responds with `missing` or `unbuilt`. */
export function commentsOptions(deployment: string, finding: number) {
  return queryOptions({
    // Events about a finding make stale what has its id in this place.
    queryKey: ['comments', deployment, 'one', finding] as const,
    queryFn: ({ signal }) => call(listComments, { path: pathOf(deployment, finding), signal }),
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of the earlier texts of a comment. */
export function commentVersionsOptions(deployment: string, finding: number, commentId: string) {
  return queryOptions({
    queryKey: ['comments', deployment, 'one', finding, commentId] as const,
    queryFn: ({ signal }) =>
      call(listCommentVersions, { path: { ...pathOf(deployment, finding), commentId }, signal }),
    staleTime: staleTimes.changing,
  })
}

/** Adds a comment to a finding. */
export function createCommentOptions(deployment: string, finding: number) {
  return mutationOptions({
    mutationFn: (text: string) => call(createComment, { path: pathOf(deployment, finding), body: { text } }),
    meta: metaOf(createComment),
  })
}

/** Replaces the text of a comment of one's own, unless it has more earlier texts than `versions` by now. */
export function editCommentOptions(deployment: string, finding: number, commentId: string) {
  return mutationOptions({
    mutationFn: (body: { text: string; versions?: number | undefined }) =>
      call(editComment, { path: { ...pathOf(deployment, finding), commentId }, body }),
    meta: metaOf(editComment),
  })
}

/** Deletes a comment of one's own. */
export function deleteCommentOptions(deployment: string, finding: number, commentId: string) {
  return mutationOptions({
    mutationFn: () => call(deleteComment, { path: { ...pathOf(deployment, finding), commentId } }),
    meta: metaOf(deleteComment),
  })
}
