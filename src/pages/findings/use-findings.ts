import { hashKey, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { facetsOptions, findingsOptions } from '#api/findings.ts'
import { plural } from '#lib/format.ts'
import { usePainted } from '#table/use-painted.ts'
import { announce } from '#ui/live-region.tsx'
import { type Baseline, baselineOf, decidedSince } from './held-rows.ts'
import { type ListState, requestOf } from './list-state.ts'

const none = { decided: new Set<string>(), left: 0 }

interface Held {
  /** Question and answer, so that a new answer makes a new baseline. */
  of: string
  baseline: Baseline
  question: string
}

/**
 * The rows of the list as the service answered them, with what was decided on them since, and the counts of the
 * filters. The rows stay in their places until another question is asked, or `refresh` asks this one again.
 */
export function useFindings(deployment: string, state: ListState) {
  const request = useMemo(() => requestOf(state), [state])
  const list = useQuery(findingsOptions(deployment, request))
  // The rows of the question before stay while the answer is on its way, and if there is none.
  const [before, setBefore] = useState(list.data)
  if (list.data && list.data !== before) setBefore(list.data)
  const data = list.data ?? (list.error ? before : undefined)
  const changing = list.isPlaceholderData || list.data === undefined
  const rows = data?.findings

  const [refreshes, setRefreshes] = useState(0)
  const [held, setHeld] = useState<Held>()
  const question = hashKey([request])
  const of = `${question} ${data?.answeredAt} ${refreshes}`
  if (rows && !changing && held?.of !== of) setHeld({ of, baseline: baselineOf(rows), question })

  const since = useMemo(
    () => (rows && held ? decidedSince(rows, held.baseline, state.filter) : none),
    [rows, held, state.filter],
  )
  // Rows of the question before are judged by no filter of this one.
  const { decided, left } = changing ? none : since

  const failed = list.error !== null
  const painted = usePainted(rows !== undefined || failed)
  const facets = useQuery({ ...facetsOptions(deployment, request), enabled: painted })

  const [settledAt, setSettledAt] = useState(0)
  const exact = facets.dataUpdatedAt > settledAt && !facets.isFetching && !facets.isPlaceholderData
  const answered = data?.total ?? undefined
  const total = left > 0 && exact ? facets.data?.total : answered === undefined ? undefined : answered - left

  useSaidCount(changing ? undefined : held?.question, answered)

  const refresh = async () => {
    await list.refetch()
    setRefreshes((count) => count + 1)
  }
  return {
    rows,
    total,
    decided,
    left,
    answeredAt: data?.answeredAt,
    leftOut: data?.leftOut ?? 0,
    /** Other rows are asked for than those that are shown. */
    changing,
    fetching: list.isFetching,
    error: list.error,
    facets: facets.data,
    facetsError: facets.error,
    painted,
    refresh,
    /** A decision or its undoing was accepted or refused: counts from before it are not exact. */
    settled: () => setSettledAt(Date.now()),
  }
}

/** Says how many findings there are, once for each question but the first. */
function useSaidCount(question: string | undefined, total: number | undefined) {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (question === undefined || question === said) return
    setSaid(question)
    if (said !== undefined && total !== undefined) announce(plural(total, 'finding'))
  }, [question, said, total])
}
