import type { OperationDetails } from '../operation.ts'
import { groupsBy } from '../operations/groups.ts'
import { type findingSetQuery, misplacedFilters } from '../parameters/findings-query.ts'
import type { QueryValues } from '../parameters/query.ts'
import { type Grouping, groupings } from '../vocabulary.ts'

/** Returns the errors of a groups query: those of `misplaced`, and a grouping that does not apply to the type. */
function groupParameterFaults(
  query: QueryValues<typeof findingSetQuery> & { group_by?: Grouping | undefined },
) {
  const { issue_type: type = 'sast', group_by: grouping } = query
  if (!grouping || groupsBy(grouping, type)) return misplacedFilters(query)
  const fits = groupings.filter((one) => groupsBy(one, type)).join(', ')
  return [
    ...misplacedFilters(query),
    { parameter: 'group_by', detail: `"${grouping}" is not one of ${fits} (issue_type=${type})` },
  ]
}

export const details = {
  findingGroups: {
    mark: 'extension',
    summary: 'Group findings by rule, project, file, package, advisory, upgrade or secret',
    description:
      '`group_by` is required. Groups are sorted by number of findings, largest first, or with `sort=-severity` by their highest severity, then by number. With `upgrade`, findings without an upgrade come last. With `secret`, confirmed valid secrets come first and confirmed invalid ones last. Ties are sorted by value. A group of `upgrade` is a package, with the versions to upgrade to in `upgrades`. The counts of all groups add up to the total of the list. `value` null is the group of findings without a value, which `__none` selects.',
    queryFaults: groupParameterFaults,
  },
} satisfies Record<string, OperationDetails>
