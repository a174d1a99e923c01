import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router'
import type { FindingFilter } from '#contract/findings-query.ts'
import { type Change, type LastChoice, replacesEntry } from '#table/history.ts'
import { type ListState, type ListType, readListState, writeListState } from './list-state.ts'

/** An address that grows beyond this is kept by the service: proxies and mail programs cut longer ones. */
const longest = 3500

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
  const { deployment = '' } = useParams()
  const [read, setRead] = useState<{ id: string; filter: FindingFilter }>()
  const { state, dropped } = useMemo(() => {
    const said = readListState(type, new URLSearchParams(location.search))
    const { filter, kept } = said.state
    if (kept === undefined || kept !== read?.id) return said
    return { ...said, state: { ...said.state, filter: { ...read.filter, ...filter }, beside: filter } }
  }, [type, location.search, read])
  const { kept } = state
  useEffect(() => {
    if (kept !== undefined) {
      void import('./kept-filter.ts').then((late) => late.readKept(deployment, type, kept, setRead))
    }
  }, [deployment, type, kept])
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
    const go = (search: string) =>
      void navigate(
        { search: search && `?${search}` },
        {
          replace,
          preventScrollReset: true,
          state: extra.start === undefined ? null : { start: extra.start },
        },
      )
    if (search.length <= longest || next.kept !== undefined) return go(search)
    void import('./kept-filter.ts').then(async (late) => {
      const short = await late.keep(deployment, next)
      // Changed again meanwhile: that change goes on from this one.
      if (newest.current === next) go(writeListState(short))
    })
  }
  const start = state.after === undefined ? state.page * state.pageSize : startOf(location.state)
  return { state, dropped, start, change, entry: location.key, how }
}

export type ChangeList = ReturnType<typeof useListState>['change']
