import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import {
  changedAtOnce,
  changedRulesOptions,
  policyFacetsOptions,
  policyRulesOptions,
  type RulesQuery,
} from '#api/policies.ts'
import type { PolicyAnswer, PolicyRule } from '#contract/responses/policies.ts'
import { writeRules } from '../mode/cached-rules.ts'
import type { Modes } from '../mode/use-modes.tsx'

/** Loads the matching rules page by page, with the modes that this person chose last. */
export function useRules(deployment: string, policyId: string, query: RulesQuery, modes: Modes) {
  const list = useInfiniteQuery(policyRulesOptions(deployment, policyId, query))
  const facets = useQuery(policyFacetsOptions(deployment, policyId, query))
  const answered = useMemo(() => list.data?.pages.flatMap((page) => page.rules), [list.data])
  const { waiting } = modes
  const rows = useMemo(() => {
    if (!answered || waiting.length === 0) return answered
    const chosen = new Map(
      waiting.flatMap(({ policyId: of, choice }) =>
        of === policyId ? [[choice.rulePath, choice.policyMode] as const] : [],
      ),
    )
    return answered.map((row) => {
      const policyMode = chosen.get(row.path)
      return policyMode === undefined || policyMode === row.policyMode ? row : { ...row, policyMode }
    })
  }, [answered, waiting, policyId])
  useOthersChanges(deployment, policyId, () => void list.refetch())

  const first = list.data?.pages[0]
  const { mode } = query
  const gone = useMemo(() => {
    if (!mode || list.isPlaceholderData) return new Set<string>()
    const modes = new Set<string>(mode)
    return new Set((rows ?? []).flatMap((row) => (modes.has(row.policyMode ?? '') ? [] : [row.path])))
  }, [rows, mode, list.isPlaceholderData])
  const total = facets.isPlaceholderData ? first?.total : (facets.data?.total ?? first?.total)
  const come = Math.max(0, (total ?? 0) - ((first?.total ?? 0) - gone.size))
  return {
    list,
    rows,
    facets: facets.data?.facets,
    /** The number of matches without a filter, for fields with one value per rule, whose counts add up. */
    without: facets.data?.facets ? withoutOf(facets.data.facets) : undefined,
    fixRateSince: first?.fixRateSince,
    /** The current number of matches. */
    total: total ?? undefined,
    /**
     * Rules whose mode was changed here so that the filter no longer matches; they stay until the list is refetched.
     */
    gone,
    /** The number of matches since the list was loaded. */
    come: list.isFetching || facets.isFetching || list.isPlaceholderData ? 0 : come,
    /** Loads the next page of rules. */
    more: list.hasNextPage && !list.isFetching ? () => void list.fetchNextPage() : undefined,
  }
}

/** Applies changes by other people to the rows without moving them. */
function useOthersChanges(deployment: string, policyId: string, refetchRules: () => void) {
  const client = useQueryClient()
  const { data: changed } = useQuery(changedRulesOptions(deployment, policyId))
  const seen = useRef(Date.now())
  const again = useEffectEvent(refetchRules)
  useEffect(() => {
    if (changed.length === 0) return
    const differs = writeRules(client, deployment, policyId, changed)
    const at = (rule: PolicyRule | undefined) => Date.parse(rule?.lastChangeAt ?? '') || 0
    // More rules were changed than the event lists.
    if (differs && changed.length === changedAtOnce && at(changed.at(-1)) > seen.current) again()
    seen.current = Math.max(seen.current, at(changed[0]))
  }, [changed, client, deployment, policyId])
}

type Facets = NonNullable<PolicyAnswer['facets']>
const singleValued = ['mode', 'severity', 'confidence', 'source', 'category']

function withoutOf(facets: Facets): Record<string, number> {
  return Object.fromEntries(
    singleValued.map((name) => [name, (facets[name] ?? []).reduce((sum, { count }) => sum + count, 0)]),
  )
}
