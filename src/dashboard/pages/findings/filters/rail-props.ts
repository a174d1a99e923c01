import type { FacetsAnswer } from '#contract/responses/findings.ts'
import type { ListState } from '../list/list-state.ts'
import type { ChangeList } from '../list/use-list-state.ts'

/** The props of every group of the filter rail. */
export interface RailProps {
  deployment: string
  state: ListState
  change: ChangeList
  /** The counts next to the values; undefined until they are loaded. */
  facets: FacetsAnswer | undefined
  /** The counts failed to load; the filters work without them. */
  countsFailed: boolean
}
