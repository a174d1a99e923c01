import type { OperationDetails } from '../operation.ts'

export const details = {
  search: {
    mark: 'extension',
    summary: 'Search advisories, people and tickets',
    description:
      'Searches the advisories, people and tickets of findings by part of their name, ignoring case; an advisory has the name by which it is found, of all ids that scans gave it. Exact matches come first, then names that begin with `q`, then those with most findings; at most `limit` of each kind (default 6). An empty `q` returns nothing. The `findings` of an advisory are on primary branches with any status, `open` only the open ones; `projects` and `packages` are those of the open findings, at most `limit` of each, and `more` has the number of the others. People are those who triaged a finding. The `findings` of people and tickets count all branches, by type. To search projects, rules and packages, use `listProjects`, `findingFacets` and `dependencyGroups`.',
  },
} satisfies Record<string, OperationDetails>
