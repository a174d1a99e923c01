import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigationType, useParams } from 'react-router'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { useNavigateSearch } from '#features/list/search-params/use-navigate-search.ts'
import { loadWithRetries } from '#ui/lazy.tsx'
import { type ListType, readListState, writeListState } from './list-state.ts'

const loadStoredFilter = () => import('../filters/stored-filter.ts')

/** Filters of longer URLs are stored by the service: proxies and mail programs truncate longer ones. */
const longest = 3500

function startOf(state: unknown): number | undefined {
  const start = typeof state === 'object' && state !== null && 'start' in state ? state.start : undefined
  return typeof start === 'number' && Number.isSafeInteger(start) && start >= 0 ? start : undefined
}

/** The state of the list, stored only in the URL. */
export function useListState(type: ListType) {
  const location = useLocation()
  const how = useNavigationType()
  const { deployment = '' } = useParams()
  const [read, setRead] = useState<{ id: string; filter: FindingFilter }>()
  const { state, dropped } = useMemo(() => {
    const parsed = readListState(type, new URLSearchParams(location.search))
    const { filter, storedFilterId } = parsed.state
    if (storedFilterId === undefined || storedFilterId !== read?.id) return parsed
    return {
      ...parsed,
      state: { ...parsed.state, filter: { ...read.filter, ...filter }, addedFilter: filter },
    }
  }, [type, location.search, read])
  const { storedFilterId } = state
  useEffect(() => {
    if (storedFilterId !== undefined) {
      void loadWithRetries(loadStoredFilter).then(({ readStoredFilter }) =>
        readStoredFilter(deployment, type, storedFilterId, setRead),
      )
    }
  }, [deployment, type, storedFilterId])
  const change = useNavigateSearch({
    state,
    write: writeListState,
    shorten: (next, search) =>
      search.length <= longest || next.storedFilterId !== undefined
        ? undefined
        : loadStoredFilter().then(
            ({ storeFilter }) => storeFilter(deployment, next),
            () => next,
          ),
  })
  const start = state.after === undefined ? state.page * state.pageSize : startOf(location.state)
  return { state, dropped, start, change, entry: location.key, how }
}

export type ChangeList = ReturnType<typeof useListState>['change']
