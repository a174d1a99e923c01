import { type RefObject, useCallback, useMemo } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { GroupedList } from '../groups/group-list.ts'
import { groupTitle } from '../groups/labels.ts'
import type { ListState } from '../list/list-state.ts'
import type { Selected, SelectedGroup, SelectedRow } from './selection.ts'

interface SelectedRowsOptions {
  state: ListState
  rows: readonly Finding[]
  groups: GroupedList | undefined
  triagedIds: ReadonlySet<string>
  answeredAt: string | undefined
  /** What is selected, as the last key or press left it. */
  now: RefObject<Selected>
}

export const idOf = ({ id }: Finding) => String(id)

/** Which rows are headers of groups, and under which of them each row stands. */
function treeOf(groups: GroupedList | undefined) {
  const heads: string[] = []
  const headOf = new Map<string, string>()
  for (const { id, level } of groups?.displayRows ?? []) {
    if (level > 1) headOf.set(id, heads.at(-1) ?? '')
    else if (groups?.groupOf(id)) heads.push(id)
  }
  return { heads, headOf }
}

/** The rows and groups of the list as a selection sees them: which are selected, and the entry that each would have. */
export function useSelectedRows(options: SelectedRowsOptions) {
  const { state, rows, groups, triagedIds, answeredAt, now } = options
  const { heads, headOf } = useMemo(() => treeOf(groups), [groups])
  const rowIds = useMemo(() => rows.map(idOf), [rows])
  const entryOf = (row: Finding): [string, SelectedRow] => {
    const id = idOf(row)
    // What was decided in this list is newer than the list's answer, and that is no conflict.
    return [id, now.current.rows.get(id) ?? { row, seenAt: triagedIds.has(id) ? undefined : answeredAt }]
  }
  const has = useCallback(
    ({ rows, groups, all }: Selected, id: string) =>
      all || rows.has(id) || groups.has(id) || groups.has(headOf.get(id) ?? ''),
    [headOf],
  )
  /** What is selected row by row; out of what is selected as a whole, the rows that are shown. */
  const present = () => {
    const selected = now.current
    if (!selected.all && selected.groups.size === 0) return selected.rows
    return new Map(rows.filter((row) => has(selected, idOf(row))).map(entryOf))
  }
  const groupAt = (id: string): SelectedGroup | undefined => {
    const group = groups?.groupOf(id)
    return group && state.group && { value: group.value, title: groupTitle(state.group, group).title }
  }
  const groupEntry = (id: string) => {
    const group = groupAt(id)
    return group ? [[id, group] as const] : []
  }
  /** The groups that are selected; out of all that match, those that are shown. */
  const presentGroups = () =>
    new Map([...now.current.groups, ...(now.current.all ? heads : []).flatMap(groupEntry)])

  return { heads, rowIds, entryOf, has, present, groupAt, groupEntry, presentGroups }
}
