import { bySlug, operation } from './operation.ts'
import { text, whole } from './query.ts'

export const search = operation({
  id: 'search',
  method: 'GET',
  path: `${bySlug}/search`,
  mark: 'extension',
  summary: 'Search advisories, people and tickets',
  description:
    'Those of findings whose name holds `q` in any case: equal ones first, then those that begin with it, then those with most findings; at most `limit` of each kind (6 unless it says otherwise). An empty `q` finds nothing. `findings` of an advisory are those on primary branches in any status, `open` the open ones, whose `projects` and `packages` follow, at most `limit` of each, with how many there are in `more`. People are those who triaged a finding; `findings` of people and tickets count all branches, by type. Projects, rules and packages are searched by `listProjects`, `findingFacets` and `dependencyGroups`.',
  scopes: ['findings:read'],
  query: { q: text(200), limit: whole(1, 20) },
})
