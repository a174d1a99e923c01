import { mutationOptions } from '@tanstack/react-query'
import { markAnswer, markMention } from '#contract/operations/inbox.ts'
import { metaOf } from './cache/query-client.ts'
import { call } from './http/transport.ts'

/** Takes the answer to a request out of the inbox, or puts it back. */
export function markAnswerOptions(deployment: string) {
  return mutationOptions({
    mutationFn: ({ id, seen }: { id: string; seen: boolean }) =>
      call(markAnswer, { path: { deploymentSlug: deployment, id }, body: { seen } }),
    meta: metaOf(markAnswer),
  })
}

/** Takes a comment that names the person out of the inbox, or puts it back. */
export function markMentionOptions(deployment: string) {
  return mutationOptions({
    mutationFn: ({ id, seen }: { id: string; seen: boolean }) =>
      call(markMention, { path: { deploymentSlug: deployment, id }, body: { seen } }),
    meta: metaOf(markMention),
  })
}
