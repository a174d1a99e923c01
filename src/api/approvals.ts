import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { approveRequest, declineRequest, listApprovals } from '#contract/operations/approvals.ts'
import { previewApprovals } from '#contract/operations/settings.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { call } from './http/transport.ts'

const pageSize = 100

/** Returns the query options of requests to ignore findings, those that wait or all others, page by page. */
export function approvalsOptions(deployment: string, waiting: boolean) {
  return infiniteQueryOptions({
    queryKey: ['approvals', deployment, waiting] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listApprovals, {
        path: { deploymentSlug: deployment },
        query: { waiting, limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor || undefined,
    staleTime: staleTimes.changing,
  })
}

/** Approves or declines a request, with the reason. */
export function decideApprovalOptions(deployment: string, decision: 'approve' | 'decline') {
  const operation = decision === 'approve' ? approveRequest : declineRequest
  return mutationOptions({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      call(operation, { path: { deploymentSlug: deployment, id }, body: { note } }),
    meta: metaOf(operation),
  })
}

/** Counts what is ignored without an approval. The key begins with `settings`, so that saving counts anew. */
export function approvalPreviewOptions(deployment: string) {
  return queryOptions({
    queryKey: ['settings', deployment, 'approvals'] as const,
    queryFn: ({ signal }) => call(previewApprovals, { path: { deploymentId: deployment }, signal }),
    staleTime: staleTimes.navigation,
  })
}
