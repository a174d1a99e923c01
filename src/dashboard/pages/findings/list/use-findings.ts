import { hashKey, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { facetsOptions, findingsOptions } from '#api/findings/findings.ts'
import { plural } from '#lib/text/format.ts'
import { useAfterPaint } from '#table/use-after-paint.ts'
import { announce } from '#ui/live-region.tsx'
import { type Baseline, baselineOf, triagedSince } from '../triage/baseline-rows.ts'
import { type ListState, requestOf } from './list-state.ts'

const none = { triagedIds: new Set<string>(), left: 0 }

interface BaselineRows {
  /** Identifies query and response, so that a new response creates a new baseline. */
  of: string
  baseline: Baseline
  question: string
}

/** The rows of a flat or grouped list, and their changes since they were loaded. */
export interface ShownRows {
  rows: readonly Finding[] | undefined
  /** The rows triaged since the response, and how many of them the filter no longer matches. */
  triagedIds: ReadonlySet<string>
  left: number
  /** The total number of matches in the response of these rows; undefined if it has none. */
  answered: number | undefined
  answeredAt: string | undefined
  /** When the response arrived, by the local clock; only if one response holds all rows. */
  askedAt?: number
  leftOut: number
  /** Rows for a new query are loading while old ones are shown. */
  changing: boolean
  fetching: boolean
  error: Error | null
  refresh: () => Promise<void>
}

/**
 * Loads the rows of the list, with triage since then applied. Rows keep their position until the query changes or
 * `refresh` reloads them. Disabled for a grouped list.
 */
function useRows(deployment: string, state: ListState): ShownRows {
  const request = useMemo(() => requestOf(state), [state])
  const isEnabled = state.group === undefined
  const list = useQuery({ ...findingsOptions(deployment, request), enabled: isEnabled })
  // The previous rows stay visible while the response is pending, and if it fails.
  const [before, setBefore] = useState(list.data)
  if (list.data && list.data !== before) setBefore(list.data)
  const data = isEnabled ? (list.data ?? (list.error ? before : undefined)) : undefined
  const changing = list.isPlaceholderData || list.data === undefined
  const rows = data?.findings

  const [refreshes, setRefreshes] = useState(0)
  const [baseline, setBaseline] = useState<BaselineRows>()
  const question = hashKey([request])
  const of = `${question} ${data?.answeredAt} ${refreshes}`
  if (rows && !changing && baseline?.of !== of) setBaseline({ of, baseline: baselineOf(rows), question })

  const since = useMemo(
    () => (rows && baseline ? triagedSince(rows, baseline.baseline, state.filter) : none),
    [rows, baseline, state.filter],
  )
  const refresh = async () => {
    await list.refetch()
    setRefreshes((count) => count + 1)
  }
  return {
    rows,
    // The current filter does not apply to rows of the previous query.
    ...(changing ? none : since),
    answered: data?.total ?? undefined,
    answeredAt: data?.answeredAt,
    askedAt: list.dataUpdatedAt,
    leftOut: data?.leftOut ?? 0,
    changing,
    fetching: list.isFetching,
    error: list.error,
    refresh,
  }
}

/** The content of the list until its groups are loaded. */
const waiting: ShownRows = {
  rows: undefined,
  ...none,
  answered: undefined,
  answeredAt: undefined,
  leftOut: 0,
  changing: true,
  fetching: true,
  error: null,
  refresh: async () => undefined,
}

/**
 * Returns the rows of the list, or those of the open groups, and the counts of the filters. `grouped` is undefined
 * until the groups of a grouped list are loaded.
 */
export function useFindings(deployment: string, state: ListState, grouped: ShownRows | undefined) {
  const flat = useRows(deployment, state)
  const shown = state.group === undefined ? flat : (grouped ?? waiting)
  const request = useMemo(() => requestOf(state), [state])
  const isPainted = useAfterPaint(shown.rows !== undefined || shown.error !== null)
  const facets = useQuery({ ...facetsOptions(deployment, request), enabled: isPainted })

  const [settledAt, setSettledAt] = useState(0)
  const { answered, left } = shown
  const exact = facets.dataUpdatedAt > settledAt && !facets.isFetching && !facets.isPlaceholderData
  const counted = exact ? facets.data?.total : undefined
  const expected = answered === undefined ? undefined : answered - left
  // The counts are newer than the rows, so they include changes by others.
  const since = shown.askedAt !== undefined && facets.dataUpdatedAt > shown.askedAt && !shown.changing
  const total = counted !== undefined && (left > 0 || since) ? counted : expected
  const fresh = since && counted !== undefined && expected !== undefined ? Math.max(0, counted - expected) : 0

  useAnnounceCount(shown.changing ? undefined : hashKey([request]), answered)

  return {
    ...shown,
    total,
    /** The number of additional matches since the rows were loaded. */
    fresh,
    facets: facets.data,
    facetsError: facets.error,
    isPainted,
    /** Called when triage or its undo was accepted or rejected: earlier counts are not exact. */
    settled: () => setSettledAt(Date.now()),
  }
}

/** Announces the number of findings once for each query except the first. */
function useAnnounceCount(question: string | undefined, total: number | undefined) {
  const lastAnnounced = useRef<string>(undefined)
  useEffect(() => {
    const before = lastAnnounced.current
    if (question === undefined || question === before) return
    lastAnnounced.current = question
    if (before !== undefined && total !== undefined) announce(plural(total, 'finding'))
  }, [question, total])
}
