import { defaultSort, withSort } from './list-state.ts'
import type { ListTool, ToolProps } from './list-tool.ts'

const orders = [
  { value: '-severity', label: 'Most severe first' },
  { value: 'severity', label: 'Least severe first' },
  { value: '-relevant_since', label: 'Newest first' },
  { value: 'relevant_since', label: 'Oldest first' },
  { value: '-triaged_at', label: 'Last triaged first' },
  { value: 'repository', label: 'Project, A to Z' },
  { value: 'rule', label: 'Rule, A to Z' },
  { value: '-epss', label: 'Highest EPSS first' },
]

/** The order of the rows. The heads of the columns know fewer: two-line rows have none for the project. */
export function useSortTool({ state, change }: ToolProps): ListTool {
  const options = orders.filter(({ value }) => state.type === 'sca' || value !== '-epss')
  return {
    label: 'Sort',
    entries: [
      {
        kind: 'choice',
        label: 'Sort',
        value: state.sort ?? defaultSort,
        options,
        onChange: (sort) => change((now) => withSort(now, sort), { kind: 'choice', group: 'sort' }),
      },
    ],
  }
}
