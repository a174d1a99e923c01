import { countFindings } from '../list/totals.ts'
import type { FindingsSnapshot } from '../snapshot.ts'
import type { FilterName, FindingSet } from './query.ts'

/**
 * For each filter that is set, how many findings would match without it: for who looks at an empty list and asks what
 * to take off. One statement for each set filter.
 * An empty list names the filter that excludes most, with a button that clears it. See docs/api.md#facets.
 */
export async function countWithoutEach(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
): Promise<Partial<Record<FilterName, number>>> {
  const { issue_type: _, ...filter } = set
  const totals: Partial<Record<FilterName, number>> = {}
  // parse: `Object.keys` forgets the names, which are those of the filter.
  for (const name of Object.keys(filter) as FilterName[]) {
    totals[name] = await countFindings(view, deploymentId, omitFilter(set, name))
  }
  return totals
}

/** The set without the name, not with the name and nothing: the answer is remembered by what the set says. */
const omitFilter = (set: FindingSet, name: FilterName): FindingSet =>
  Object.fromEntries(Object.entries(set).filter(([other]) => other !== name))
