import { listLabels } from '../labels.ts'
import { defaultSort, withSort } from '../list/list-state.ts'
import type { ListTool, ToolProps } from './list-tool.ts'

const sorts = Object.entries(listLabels.sorts).map(([value, label]) => ({ value, label }))

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
