import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type GroupsQuery, groupsOptions } from '#api/findings/groups.ts'

/** A page of groups. Those of the question before stay while the answer is on its way, and if there is none. */
export function useGroupPage(deployment: string, request: GroupsQuery) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(groupsOptions(deployment, request))
  const [before, setBefore] = useState(data)
  if (data && data !== before) setBefore(data)
  return {
    page: data ?? (error ? before : undefined),
    /** It does not answer this question yet. */
    changing: isPlaceholderData || data === undefined,
    fetching: isFetching,
    error,
    refetch,
  }
}
