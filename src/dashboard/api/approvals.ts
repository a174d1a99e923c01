import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { approveRequest, declineRequest, listApprovals } from '#contract/operations/approvals.ts'
import { previewApprovals } from '#contract/operations/settings.ts'
import type { Approval } from '#contract/responses/approvals.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { isObject } from './dialects/shapes.ts'
import { ApiError } from './http/errors.ts'
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

/**
 * Approves or declines a request, with the reason and the version of the request that was read. An error of kind `conflict`
 * has the request as it is now, see `currentApproval`.
 */
export function decideApprovalOptions(deployment: string, decision: 'approve' | 'decline') {
  const operation = decision === 'approve' ? approveRequest : declineRequest
  return mutationOptions({
    mutationFn: ({ id, note, version }: { id: string; note: string; version: string }) =>
      call(operation, { path: { deploymentSlug: deployment, id }, body: { note, version } }),
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

/** Returns the request in a conflict about it; undefined for another error. */
export function currentApproval(error: unknown): Approval | undefined {
  const { current }: { current?: unknown } = error instanceof ApiError ? error.members : {}
  if (!isObject(current) || !('version' in current) || !('requested_by' in current)) return undefined
  // parse: the member of the 409 of the operation, checked for what tells its kind.
  return current as Approval
}
