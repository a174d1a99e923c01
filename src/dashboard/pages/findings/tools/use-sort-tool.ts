import { listLabels } from '../labels.ts'
import { defaultSort, withSort } from '../list/list-state.ts'
import type { ListTool, ToolProps } from './list-tool.ts'

const sortLabels = {
  '-severity': 'Most severe first',
  severity: 'Least severe first',
  due_at: 'Due first',
  '-relevant_since': 'Newest first',
  relevant_since: 'Oldest first',
  '-triaged_at': 'Last triaged first',
  repository: 'Project, A–Z',
  rule: 'Rule, A–Z',
  '-epss': 'Highest EPSS first',
} as const

const sorts = Object.entries(sortLabels).map(([value, label]) => ({ value, label }))

/** The sort of the rows. Column headers offer fewer options: two-line rows have none for the project. */
export function useSortTool({ state, change }: ToolProps): ListTool {
  const options = sorts.filter(({ value }) => state.type === 'sca' || value !== '-epss')
  return {
    label: listLabels.sort,
    entries: [
      {
        kind: 'choice',
        label: listLabels.sort,
        value: state.sort ?? defaultSort,
        options,
        onChange: (sort) => change((now) => withSort(now, sort), { kind: 'choice', group: 'sort' }),
      },
    ],
  }
}
