import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type GroupsQuery, groupsOptions } from '#api/findings/groups.ts'

/** Loads a page of groups. The previous groups stay visible while the response is pending, and if it fails. */
export function useGroupPage(deployment: string, request: GroupsQuery) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(groupsOptions(deployment, request))
  const [before, setBefore] = useState(data)
  if (data && data !== before) setBefore(data)
  return {
    page: data ?? (error ? before : undefined),
    /** The shown groups belong to the previous query. */
    changing: isPlaceholderData || data === undefined,
    fetching: isFetching,
    error,
    refetch,
  }
}
