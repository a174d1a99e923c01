import { countFindings } from '../list/totals.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import type { FilterName, FindingSet } from './query.ts'

/**
 * Counts, for each set filter, the findings that would match without it. One statement per set filter.
 * An empty list names the filter that excludes most, with a button that clears it. See docs/api.md#facets.
 */
export async function countWithoutEach(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
): Promise<Partial<Record<FilterName, number>>> {
  const { issue_type: _, ...filter } = set
  const totals: Partial<Record<FilterName, number>> = {}
  // parse: `Object.keys` loses the type of the names, which are those of the filter.
  for (const name of Object.keys(filter) as FilterName[]) {
    totals[name] = await countFindings(view, deploymentId, omitFilter(set, name))
  }
  return totals
}

/**
 * Removes the name from the set instead of setting it to undefined, because the answer is cached by the content of the
 * set.
 */
const omitFilter = (set: FindingSet, name: FilterName): FindingSet =>
  Object.fromEntries(Object.entries(set).filter(([other]) => other !== name))
