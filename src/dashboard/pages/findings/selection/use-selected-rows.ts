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
  /** The selection after the last key or press. */
  now: RefObject<Selected>
}

export const idOf = ({ id }: Finding) => String(id)

/** Returns which rows are group headers, and the group of each row. */
function treeOf(groups: GroupedList | undefined) {
  const heads: string[] = []
  const headOf = new Map<string, string>()
  for (const { id, level } of groups?.displayRows ?? []) {
    if (level > 1) headOf.set(id, heads.at(-1) ?? '')
    else if (groups?.groupOf(id)) heads.push(id)
  }
  return { heads, headOf }
}

/** Maps the rows and groups of the list to the selection: which are selected, and the entry of each. */
export function useSelectedRows(options: SelectedRowsOptions) {
  const { state, rows, groups, triagedIds, answeredAt, now } = options
  const { heads, headOf } = useMemo(() => treeOf(groups), [groups])
  const rowIds = useMemo(() => rows.map(idOf), [rows])
  const entryOf = (row: Finding): [string, SelectedRow] => {
    const id = idOf(row)
    // Triage made in this list is newer than the list's response, which is not a conflict.
    return [id, now.current.rows.get(id) ?? { row, seenAt: triagedIds.has(id) ? undefined : answeredAt }]
  }
  const has = useCallback(
    ({ rows, groups, all }: Selected, id: string) =>
      all || rows.has(id) || groups.has(id) || groups.has(headOf.get(id) ?? ''),
    [headOf],
  )
  /** Returns the individually selected rows; for a whole selection, the visible rows. */
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
  /** Returns the selected groups; if all matches are selected, the visible groups. */
  const presentGroups = () =>
    new Map([...now.current.groups, ...(now.current.all ? heads : []).flatMap(groupEntry)])

  return { heads, rowIds, entryOf, has, present, groupAt, groupEntry, presentGroups }
}
