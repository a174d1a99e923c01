import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findingsOptions } from '#api/findings/findings.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { announce } from '#ui/live-region.tsx'
import { createKeyBuffer } from '../../list/keys/key-buffer.ts'
import { replayKeys } from '../../list/keys/replay-keys.ts'
import { type ListState, readListState, requestOf, writeListState } from '../../list/list-state.ts'
import { text } from '../labels.ts'

/** What a way to the page of a finding carries where it begins in a list. */
export const fromList = { state: { fromList: true } } as const

/** The URL of a list after its path; no finding is open beside it. */
function searchOf(list: ListState): string {
  const written = writeListState({ ...list, open: undefined })
  return written === '' ? '' : `?${written}`
}

/** The page of a finding, with the list that it was opened from in its URL. */
export function pageOf(deployment: string, type: PageType, id: string | number, search: string): string {
  const { state } = readListState(type, new URLSearchParams(search))
  return paths.finding(deployment, type, id) + searchOf(state)
}

/** Which finding is on its way, and the keys that wait for it. */
function useComingFinding(id: string, settled: boolean) {
  /** The finding that is on its way; null while the list is asked which one that is. */
  const coming = useRef<string | null>(undefined)
  // Whoever is quicker than the page means the finding that is on its way.
  const [keys] = useState(createKeyBuffer)
  const arrive = useCallback(() => {
    coming.current = undefined
    replayKeys(keys.take())
  }, [keys])
  useLayoutEffect(() => {
    if (settled && coming.current === id) queueMicrotask(arrive)
  }, [id, settled, arrive])
  useLayoutEffect(() => () => void keys.take(), [keys])
  return { coming, keys, arrive }
}

/**
 * The ways from the page of a finding: to its neighbours in the list that its URL names, in the order that was shown
 * there, and back to that list.
 * @param settled the finding is shown, or will not be.
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
    keys.hold(true)
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
    /** Back to the list: as it was left, where it was come from. */
    close: () => {
      const from: unknown = location.state
      if (typeof from === 'object' && from !== null && 'fromList' in from) void navigate(-1)
      else void navigate(paths.findings(deployment, type) + searchOf(state))
    },
  }
}
