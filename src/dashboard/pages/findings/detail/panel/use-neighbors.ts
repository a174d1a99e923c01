import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findingsOptions } from '#api/findings/findings.ts'
import { takesCommands } from '#features/list/keys/list-key-hold.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { createKeyHold } from '#ui/keys/key-hold.ts'
import { announce } from '#ui/live-region.tsx'
import { type ListState, readListState, requestOf, writeListState } from '../../list/list-state.ts'
import { text } from '../labels.ts'

/** Navigation state of a finding page that was opened from a list. */
export const fromList = { state: { fromList: true } } as const

/** Returns the query string of a list, without an open finding. */
function searchOf(list: ListState): string {
  const written = writeListState({ ...list, open: undefined })
  return written === '' ? '' : `?${written}`
}

/** Returns the URL of a finding's page, which includes the list it was opened from. */
export function pageOf(deployment: string, type: PageType, id: string | number, search: string): string {
  const { state } = readListState(type, new URLSearchParams(search))
  return paths.finding(deployment, type, id) + searchOf(state)
}

/** Tracks which finding is loading, and the keys that wait for it. */
function useComingFinding(id: string, settled: boolean) {
  /** The loading finding; null while the list is queried for its id. */
  const coming = useRef<string | null>(undefined)
  // Keys pressed before the page has loaded apply to the finding that is loading.
  const [keys] = useState(createKeyHold)
  const arrive = useCallback(() => {
    coming.current = undefined
    keys.release()
  }, [keys])
  useLayoutEffect(() => {
    if (settled && coming.current === id) arrive()
  }, [id, settled, arrive])
  useLayoutEffect(() => keys.drop, [keys])
  return { coming, keys, arrive }
}

/**
 * Returns the navigation of a finding's page: to its neighbors in the list of its URL, in the displayed order, and back
 * to that list.
 * @param settled the finding is shown, or failed to load.
 */
export function useNeighbors(deployment: string, type: PageType, id: string, settled: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const { state } = readListState(type, new URLSearchParams(location.search))
  const { coming, keys, arrive } = useComingFinding(id, settled)
  const rowsOf = async (listState: ListState) =>
    (await client.ensureQueryData(findingsOptions(deployment, requestOf(listState)))).findings
  const stay = (why: string) => {
    announce(why)
    arrive()
  }
  const go = (to: { id: number } | undefined, list: ListState, otherwise: string) => {
    if (!to) return stay(otherwise)
    coming.current = String(to.id)
    const path = paths.finding(deployment, type, to.id) + searchOf(list)
    void navigate(path, { replace: true, state: location.state })
  }
  const next = async (rows: readonly { id: number }[], at: number) => {
    const last = rows.at(-1)
    if (at + 1 < rows.length || !last) return go(rows[at + 1], state, text.lastFinding)
    const further: ListState = { ...state, page: 0, after: last.id }
    return go((await rowsOf(further))[0], further, text.lastFinding)
  }
  const previous = async (rows: readonly { id: number }[], at: number) => {
    const before: ListState = { ...state, page: state.page - 1 }
    const none = text.firstFinding
    if (at > 0 || state.page === 0 || state.after !== undefined) return go(rows[at - 1], state, none)
    return go((await rowsOf(before)).at(-1), before, none)
  }
  const walk = async (step: 1 | -1) => {
    if (coming.current !== undefined) return
    coming.current = null
    keys.start(takesCommands)
    try {
      const rows = await rowsOf(state)
      const at = rows.findIndex((row) => String(row.id) === id)
      if (at < 0) stay(text.notInList)
      else await (step === 1 ? next(rows, at) : previous(rows, at))
    } catch {
      stay(text.listFailed)
    }
  }
  return {
    walk: (step: 1 | -1) => void walk(step),
    /** Returns to the list in its previous state, if the person came from it. */
    close: () => {
      const from: unknown = location.state
      if (typeof from === 'object' && from !== null && 'fromList' in from) void navigate(-1)
      else void navigate(paths.findings(deployment, type) + searchOf(state))
    },
  }
}
