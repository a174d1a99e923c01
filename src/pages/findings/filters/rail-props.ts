import type { FacetsAnswer } from '#contract/responses/findings.ts'
import type { ListState } from '../list/list-state.ts'
import type { ChangeList } from '../list/use-list-state.ts'

/** What every group of the filter rail is given. */
export interface RailProps {
  deployment: string
  state: ListState
  change: ChangeList
  /** The counts beside the values; undefined until they are there. */
  facets: FacetsAnswer | undefined
  /** The counts could not be had; the filters work without them. */
  countsFailed: boolean
}
