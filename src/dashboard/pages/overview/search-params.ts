import type { OverviewQuery } from '#api/overview.ts'
import { overviewQuery } from '#contract/operations/overview.ts'
import { enumValue, type QueryValues } from '#contract/parameters/query.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'

/** The search params of the overview: its request, and the type of findings whose changes are shown. */
export const overviewShape = { ...overviewQuery, type: enumValue(findingTypes) } as const

export type OverviewState = QueryValues<typeof overviewShape>

export interface FiltersProps {
  deployment: string
  state: OverviewState
  change: ChangeSearch<typeof overviewShape>
}

/** Returns the request of a URL state. */
export function requestOf({ type: _, ...state }: OverviewState): OverviewQuery {
  return {
    period: state.period ?? '90d',
    ...(state.project ? { project: state.project } : {}),
    ...(state.tag ? { tag: state.tag } : {}),
    ...(state.owner ? { owner: state.owner } : {}),
    ...(state.include_disabled ? { include_disabled: true } : {}),
  }
}
