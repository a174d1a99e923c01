import { bySlug, operation } from '../operation.ts'
import {
  appliesToType,
  type FindingFilter,
  findingSetQuery,
  misplacedFilters,
} from '../parameters/findings-query.ts'
import { enumValue, type QueryValues, wholeNumber } from '../parameters/query.ts'
import { type FindingType, type Grouping, groupings, groupSorts } from '../vocabulary.ts'

/** The filter that selects what one group holds; a group without a value is selected by `__none`. */
export const groupParameter = {
  rules: 'rules',
  repos: 'repos',
  path: 'files',
  dependencies: 'dependencies',
  vulnerability_identifiers: 'vulnerability_identifiers',
  upgrade: 'upgrades',
  secret: 'secret_hashes',
} as const satisfies Record<Grouping, keyof FindingFilter>

/** Whether findings of a type can be grouped so. */
export function groupsBy(grouping: Grouping, type: FindingType): boolean {
  return appliesToType(groupParameter[grouping], type)
}

/** What is wrong with a query of groups: what `misplaced` finds, and a grouping that does not fit the type. */
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

export const findingGroups = operation({
  id: 'findingGroups',
  method: 'GET',
  path: `${bySlug}/findings/groups`,
  mark: 'extension',
  summary: 'Group findings by rule, project, file, package, advisory, upgrade or secret',
  description:
    '`group_by` is required. Groups are sorted by number of findings, largest first, or with `sort=-severity` by their highest severity, then by number. With `upgrade`, findings without an upgrade come last. With `secret`, confirmed valid secrets come first and confirmed invalid ones last. Ties are sorted by value. A group of `upgrade` is a package, with the versions to upgrade to in `upgrades`. The counts of all groups add up to the total of the list. `value` null is the group of findings without a value, which `__none` selects.',
  scopes: ['findings:read'],
  query: {
    ...findingSetQuery,
    group_by: enumValue(groupings),
    sort: enumValue(groupSorts),
    page: wholeNumber(0, 4294967295),
    page_size: wholeNumber(1, 3000),
  },
  queryFaults: groupParameterFaults,
})
