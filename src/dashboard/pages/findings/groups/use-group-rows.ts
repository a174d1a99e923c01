import { hashKey, useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { type FindingsPage, findingsOptions, type ListQuery } from '#api/findings/findings.ts'
import { groupParameter } from '#contract/operations/groups.ts'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { uniqueBy } from '#lib/unique-by.ts'
import { type ListState, requestOf } from '../list/list-state.ts'
import { type Baseline, baselineOf, stillMatches, triagedSince } from '../triage/baseline-rows.ts'
import { type OpenGroup, selecting } from './group-list.ts'

/** The number of findings of a group per request. */
export const rowsPerRequest = 100

/** The findings of one open group. */
export interface GroupRows {
  value: string | null
  shut: boolean
  rows: readonly Finding[]
  triagedIds: ReadonlySet<string>
  /** The number of triaged findings that the filter no longer matches. */
  left: number
  /** The number that the filter no longer matches, by severity. */
  leftBy: Readonly<Record<string, number>>
  answeredAt: string | undefined
  leftOut: number
  /** The first or the next page is loading. */
  pending: boolean
  fetching: boolean
  error: Error | null
  /** The number of findings that are not loaded yet. */
  more: number
  refetch: () => Promise<unknown>
}

/** A requested page of a group's findings. */
interface GroupPage {
  group: OpenGroup
  key: string
  data: FindingsPage | undefined
  error: Error | null
  fetching: boolean
  refetch: () => Promise<unknown>
}

/** Returns the request for a group's findings, from the start or after a finding. */
export function groupRequest(
  state: ListState,
  by: Grouping,
  value: string | null,
  paging: Pick<ListQuery, 'page' | 'page_size' | 'after'>,
): ListQuery {
  const { page: _, after: __, ...set } = requestOf(state)
  return { ...set, [groupParameter[by]]: [selecting(value)], ...paging }
}

/**
 * Loads the findings of the open groups, 100 at a time. Triaged findings keep their position; `refreshes` increases
 * with each refetch, which resets the triaged ones.
 */
export function useGroupRows(
  deployment: string,
  state: ListState,
  by: Grouping,
  open: readonly OpenGroup[],
  refreshes: number,
): readonly GroupRows[] {
  const requests = useMemo(
    () =>
      open.flatMap((group) =>
        group.afters.map((after) => {
          const page = after === undefined ? { page: 0 } : { after }
          return {
            group,
            query: groupRequest(state, by, group.value, { ...page, page_size: rowsPerRequest }),
          }
        }),
      ),
    [open, state, by],
  )
  const answers = useQueries({
    queries: requests.map(({ query }) => findingsOptions(deployment, query)),
    combine: (results) =>
      results.map(({ data, error, isFetching, isPlaceholderData, refetch }) => ({
        data: isPlaceholderData ? undefined : data,
        error,
        fetching: isFetching,
        refetch,
      })),
  })

  const pages = useMemo(
    () =>
      requests.flatMap(({ group, query }, at): GroupPage[] => {
        const answer = answers[at]
        return answer ? [{ ...answer, group, key: hashKey([query]) }] : []
      }),
    [requests, answers],
  )
  const baselines = useBaselines(pages, refreshes)

  return useMemo(
    () =>
      open.map((group) =>
        rowsOfGroup(
          group,
          pages.filter((page) => page.group === group),
          baselines,
          state.filter,
        ),
      ),
    [open, pages, baselines, state.filter],
  )
}

type Baselines = ReadonlyMap<string, { of: string; baseline: Baseline }>

/** The state of the rows of each page when the service responded, by the key of the page. */
function useBaselines(pages: readonly GroupPage[], refreshes: number): Baselines {
  const [baselines, setBaselines] = useState<Baselines>(new Map())
  const fresh = pages.flatMap(({ key, data }) => {
    const of = `${data?.answeredAt} ${refreshes}`
    if (!data || baselines.get(key)?.of === of) return []
    return [[key, { of, baseline: baselineOf(data.findings) }] as const]
  })
  if (fresh.length > 0) setBaselines(new Map([...baselines, ...fresh]))
  return baselines
}

/** Combines the loaded pages of a group. */
function rowsOfGroup(
  group: OpenGroup,
  pages: readonly GroupPage[],
  baselines: Baselines,
  filter: FindingFilter,
): GroupRows {
  const baseline: Baseline = new Map(pages.flatMap(({ key }) => [...(baselines.get(key)?.baseline ?? [])]))
  const findings = pages.flatMap(({ data }) => data?.findings ?? [])
  const rows = uniqueBy(findings, ({ id }) => id)
  const since = triagedSince(
    rows.filter(({ id }) => baseline.has(id)),
    baseline,
    filter,
  )
  const last = pages.at(-1)?.data
  const first = pages[0]?.data
  const isComplete = last !== undefined && last.findings.length + last.leftOut < rowsPerRequest
  const leftOut = pages.reduce((sum, { data }) => sum + (data?.leftOut ?? 0), 0)
  return {
    value: group.value,
    shut: group.shut,
    rows,
    ...since,
    leftBy: bySeverity(
      rows.filter((row) => since.triagedIds.has(String(row.id)) && !stillMatches(row, filter)),
    ),
    answeredAt: first?.answeredAt,
    leftOut,
    pending: pages.some(({ data, error }) => data === undefined && error === null),
    fetching: pages.some(({ fetching }) => fetching),
    error: pages.find(({ error }) => error !== null)?.error ?? null,
    more: isComplete || last === undefined ? 0 : Math.max(0, (first?.total ?? 0) - rows.length - leftOut),
    refetch: () => Promise.all(pages.map(({ refetch }) => refetch())),
  }
}

function bySeverity(rows: readonly Finding[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { severity } of rows) counts[severity] = (counts[severity] ?? 0) + 1
  return counts
}
