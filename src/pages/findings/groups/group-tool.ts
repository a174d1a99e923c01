import { groupsBy } from '#contract/groups.ts'
import { groupings } from '#contract/vocabulary.ts'
import type { ListTool, ToolProps } from '../list-tool.ts'
import { groupingWords } from './group-words.ts'

/** What the list is grouped by, among what fits its type. */
export function useGroupTool({ state, change }: ToolProps): ListTool {
  const { type, group } = state
  const fitting = groupings.filter((one) => groupsBy(one, type))
  const ordered = type === 'secrets' ? fitting.toSorted((a) => (a === 'secret' ? -1 : 0)) : fitting
  return {
    label: group ? `Group: ${groupingWords[group].word}` : 'Group',
    inUse: group !== undefined,
    entries: [
      {
        kind: 'choice',
        label: 'Group',
        value: group ?? '',
        options: [
          { value: '', label: 'Not grouped' },
          ...ordered.map((one) => ({ value: one, label: groupingWords[one].word })),
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
