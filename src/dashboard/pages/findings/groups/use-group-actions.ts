import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { ChangeList } from '../list/use-list-state.ts'
import { displayRowIds } from './display-rows.tsx'
import { continued, groupDisplayRowId, type OpenGroups, toggled } from './group-list.ts'
import type { GroupRows } from './use-group-rows.ts'

interface GroupActionsOptions {
  table: RefObject<DataTableHandle | null>
  groupRows: readonly GroupRows[]
  update: (change: (open: OpenGroups) => OpenGroups) => void
  change: ChangeList
  /** Refetches the groups and their findings. */
  refresh: () => Promise<void>
}

/** Returns the actions of the groups. The functions are stable, so that the rows do not rerender. */
export function useGroupActions(options: GroupActionsOptions) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  return useMemo(
    () => ({
      toggle: (value: string | null) => {
        const { table, groupRows, update } = latest.current
        const inside = groupRows.find((group) => group.value === value && !group.shut)
        const active = table.current?.active()
        // The focused row may disappear with the closing group.
        const leaves =
          inside?.rows.some(({ id }) => String(id) === active) || active === displayRowIds.more(value)
        if (leaves) table.current?.focusRow(groupDisplayRowId(value))
        update((now) => toggled(now, value))
      },
      unfold: () => latest.current.update((now) => ({ ...now, unfolded: !now.unfolded })),
      goOn: (value: string | null, after: number) =>
        latest.current.update((now) => continued(now, value, after)),
      retry: (value: string | null) =>
        void latest.current.groupRows.find((group) => group.value === value)?.refetch(),
      refresh: () => latest.current.refresh(),
      goTo: (page: number) =>
        latest.current.change((now) => ({ ...now, page, after: undefined }), {
          kind: 'choice',
          group: `page ${Date.now()}`,
        }),
      setPageSize: (pageSize: number) =>
        latest.current.change((now) => ({ ...now, pageSize, page: 0, after: undefined }), {
          kind: 'choice',
          group: 'page size',
        }),
    }),
    [],
  )
}
export type GroupActions = ReturnType<typeof useGroupActions>
