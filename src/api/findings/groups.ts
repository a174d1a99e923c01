import { queryOptions } from '@tanstack/react-query'
import { findingGroups } from '#contract/operations/groups.ts'
import type { FindingGroup } from '#contract/responses/findings.ts'
import type { Grouping, GroupSort } from '#contract/vocabulary.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { callWithHeaders } from '../http/transport.ts'
import { type ListQuery, responseTime } from './findings.ts'

/** One page of the groups of a filter. */
export interface GroupsPage {
  groups: readonly FindingGroup[]
  /** How many groups there are. */
  total: number
  /** How many findings they hold together; undefined where the service does not say. */
  findings: number | undefined
  /** When the service answered, ISO 8601; undefined where it does not say. */
  answeredAt: string | undefined
}

/** The query of a page of groups: a list's own, with how it is grouped and what the groups are sorted by. */
export type GroupsQuery = Omit<ListQuery, 'sort'> & { group_by: Grouping; sort: GroupSort }

/**
 * The options of one page of groups. What of `query` is not asked of groups (marks) is left out of the key.
 * Like a list of findings they hold still when a person decides, until they are requested again.
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
