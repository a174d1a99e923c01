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
  /** Question and answer, so that a new answer makes a new baseline. */
  of: string
  baseline: Baseline
  question: string
}

/** The rows of the list, whichever way they are put together, and what became of them since. */
export interface ShownRows {
  rows: readonly Finding[] | undefined
  /** The rows that were decided since the answer, and how many of them the filter would no longer find. */
  triagedIds: ReadonlySet<string>
  left: number
  /** How many match in all, as the service said it with these rows; undefined where it does not. */
  answered: number | undefined
  answeredAt: string | undefined
  /** When the answer came, by this machine's clock; only where one answer holds all rows. */
  askedAt?: number
  leftOut: number
  /** Other rows are requested than those that are shown. */
  changing: boolean
  fetching: boolean
  error: Error | null
  refresh: () => Promise<void>
}

/**
 * The rows of the list as the service answered them, with what was decided on them since. They stay in their places until
 * another question is asked, or `refresh` asks this one again. Not asked for where the list is grouped.
 */
function useRows(deployment: string, state: ListState): ShownRows {
  const request = useMemo(() => requestOf(state), [state])
  const isEnabled = state.group === undefined
  const list = useQuery({ ...findingsOptions(deployment, request), enabled: isEnabled })
  // The rows of the question before stay while the answer is on its way, and if there is none.
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
    // Rows of the question before are judged by no filter of this one.
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

/** What stands in the list until its groups are there. */
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
 * What the list shows: its rows, or those of the groups that are open, and beside them the counts of the filters.
 * `grouped` is undefined until the groups of a grouped list are there.
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
  // The counts were made after the rows were answered: what others did since is in them.
  const since = shown.askedAt !== undefined && facets.dataUpdatedAt > shown.askedAt && !shown.changing
  const total = counted !== undefined && (left > 0 || since) ? counted : expected
  const fresh = since && counted !== undefined && expected !== undefined ? Math.max(0, counted - expected) : 0

  useAnnounceCount(shown.changing ? undefined : hashKey([request]), answered)

  return {
    ...shown,
    total,
    /** How many more match than when the rows were answered. */
    fresh,
    facets: facets.data,
    facetsError: facets.error,
    isPainted,
    /** A decision or its undoing was accepted or refused: counts from before it are not exact. */
    settled: () => setSettledAt(Date.now()),
  }
}

/** Says how many findings there are, once for each question but the first. */
function useAnnounceCount(question: string | undefined, total: number | undefined) {
  const lastAnnounced = useRef<string>(undefined)
  useEffect(() => {
    const before = lastAnnounced.current
    if (question === undefined || question === before) return
    lastAnnounced.current = question
    if (before !== undefined && total !== undefined) announce(plural(total, 'finding'))
  }, [question, total])
}
