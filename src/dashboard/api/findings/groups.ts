import { queryOptions } from '@tanstack/react-query'
import { findingGroups } from '#contract/operations/groups.ts'
import type { FindingGroup } from '#contract/responses/findings.ts'
import type { Grouping, GroupSort } from '#contract/vocabulary.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { callWithHeaders } from '../http/transport.ts'
import { type ListQuery, responseTime } from './findings.ts'

/** A page of the groups of a filter. */
export interface GroupsPage {
  groups: readonly FindingGroup[]
  /** The number of groups. */
  total: number
  /** The number of findings in all of them; undefined if the service does not send it. */
  findings: number | undefined
  /** The time of the response, ISO 8601; undefined if it is missing. */
  answeredAt: string | undefined
}

/** The query of a page of groups: a list's own, with the grouping and the sort of the groups. */
export type GroupsQuery = Omit<ListQuery, 'sort'> & { group_by: Grouping; sort: GroupSort }

/**
 * Returns the query options of a page of groups. Parts of `query` that do not apply to groups (marks) are omitted from
 * the key. Like a findings list, groups do not change after triage until they are refetched.
 */
export function groupsOptions(deployment: string, query: GroupsQuery) {
  const names = Object.keys(findingGroups.query)
  const params = Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
  return queryOptions({
    queryKey: ['findings', deployment, 'groups', params] as const,
    queryFn: async ({ signal }): Promise<GroupsPage> => {
      const path = { deploymentSlug: deployment }
      const { answer, headers } = await callWithHeaders(findingGroups, { path, query: params, signal })
      const { groups, total, findings } = answer
      return { groups, total, findings: findings ?? undefined, answeredAt: responseTime(headers) }
    },
    placeholderData: (before, beforeQuery) => {
      const key = beforeQuery?.queryKey
      const same = key?.[1] === deployment && key[3]['group_by'] === params['group_by']
      return same && key[3]['issue_type'] === params['issue_type'] ? before : undefined
    },
    staleTime: staleTimes.changing,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { holdsRows: true },
  })
}
