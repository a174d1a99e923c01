import { groupsBy } from '#contract/operations/groups.ts'
import { groupings } from '#contract/vocabulary.ts'
import type { ListTool, ToolProps } from '../tools/list-tool.ts'
import { groupingLabels, groupLabels } from './labels.ts'

/** Selects the grouping of the list, among those for its type. */
export function useGroupTool({ state, change }: ToolProps): ListTool {
  const { type, group } = state
  const fitting = groupings.filter((one) => groupsBy(one, type))
  const ordered = type === 'secrets' ? fitting.toSorted((a) => (a === 'secret' ? -1 : 0)) : fitting
  return {
    label: group ? groupLabels.groupedBy(groupingLabels[group].label) : groupLabels.tool,
    inUse: group !== undefined,
    entries: [
      {
        kind: 'choice',
        label: groupLabels.tool,
        value: group ?? '',
        options: [
          { value: '', label: groupLabels.ungrouped },
          ...ordered.map((one) => ({ value: one, label: groupingLabels[one].label })),
        ],
        onChange: (value) =>
          change(
            (now) => ({
              ...now,
              group: groupings.find((one) => one === value),
              page: 0,
              after: undefined,
            }),
            { kind: 'choice', group: 'group' },
          ),
      },
    ],
  }
}
