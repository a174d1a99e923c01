import { queryOptions } from '@tanstack/react-query'
import { listInbox } from '#contract/operations/inbox.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import { call } from './http/transport.ts'

export type InboxQuery = QueryValues<typeof listInbox.query>

/** The beginning of the query keys of a deployment's inboxes. */
export const inboxKey = (deployment: string) => ['inbox', deployment] as const

/**
 * Returns the query options of a page of the person's inbox. Like lists of findings it is requested anew when the page is
 * opened, and not by triage: the rows do not move until `refetch`.
 */
export function inboxOptions(deployment: string, query: InboxQuery) {
  return queryOptions({
    queryKey: [...inboxKey(deployment), query] as const,
    queryFn: ({ signal }) => call(listInbox, { path: { deploymentSlug: deployment }, query, signal }),
    staleTime: 1000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
