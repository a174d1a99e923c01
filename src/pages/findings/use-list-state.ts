import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type Change, type LastChoice, replacesEntry } from '#table/history.ts'
import { type ListState, type ListType, readListState, writeListState } from './list-state.ts'

interface Extra {
  /** How many rows stand before the first one, for a list that goes on after a finding. */
  start?: number | undefined
}

function startOf(state: unknown): number | undefined {
  const start = typeof state === 'object' && state !== null && 'start' in state ? state.start : undefined
  return typeof start === 'number' && Number.isSafeInteger(start) && start >= 0 ? start : undefined
}

/** The state of the list, read from the address and written to nowhere else. */
export function useListState(type: ListType) {
  const location = useLocation()
  const navigate = useNavigate()
  const how = useNavigationType()
  const { state, dropped } = useMemo(
    () => readListState(type, new URLSearchParams(location.search)),
    [type, location.search],
  )
  // Two changes may come before the address follows the first; the second builds on it all the same.
  const newest = useRef(state)
  const last = useRef<LastChoice>(undefined)
  useEffect(() => {
    newest.current = state
  }, [state])
  useEffect(() => {
    if (how === 'POP' && location.key) last.current = undefined
  }, [how, location.key])

  const change = (update: (state: ListState) => ListState, how: Change, extra: Extra = {}) => {
    const next = update(newest.current)
    const search = writeListState(next)
    if (search === writeListState(newest.current)) return
    newest.current = next
    const now = Date.now()
    const replace = replacesEntry(how, last.current, now)
    last.current = how.kind === 'choice' ? { group: how.group, at: now } : undefined
    void navigate(
      { search: search && `?${search}` },
      { replace, preventScrollReset: true, state: extra.start === undefined ? null : { start: extra.start } },
    )
  }
  const start = state.after === undefined ? state.page * state.pageSize : startOf(location.state)
  return { state, dropped, start, change, entry: location.key, how }
}

export type ChangeList = ReturnType<typeof useListState>['change']
