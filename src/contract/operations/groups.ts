import { bySlug, operation } from '../operation.ts'
import { appliesToType, type FindingFilter, findingSetQuery } from '../parameters/findings-query.ts'
import { enumValue, wholeNumber } from '../parameters/query.ts'
import { type FindingType, type Grouping, groupings, groupSorts } from '../vocabulary.ts'

/** The filter that selects the findings of a group; a group without a value is selected by `__none`. */
export const groupParameter = {
  rules: 'rules',
  repos: 'repos',
  path: 'files',
  dependencies: 'dependencies',
  vulnerability_identifiers: 'vulnerability_identifiers',
  upgrade: 'upgrades',
  secret: 'secret_hashes',
  owner: 'owner',
} as const satisfies Record<Grouping, keyof FindingFilter>

/** Whether findings of a type can be grouped this way. */
export function groupsBy(grouping: Grouping, type: FindingType): boolean {
  return appliesToType(groupParameter[grouping], type)
}

export const findingGroups = operation({
  id: 'findingGroups',
  method: 'GET',
  path: `${bySlug}/findings/groups`,
  scopes: ['findings:read'],
  query: {
    ...findingSetQuery,
    group_by: enumValue(groupings),
    sort: enumValue(groupSorts),
    page: wholeNumber(0, 4294967295),
    page_size: wholeNumber(1, 3000),
  },
})
