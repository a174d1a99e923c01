import { hashKey } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { useFocusHandedOn, useTreeKeys } from '#features/list/table/use-tree-keys.ts'
import type { Column } from '#table/columns/columns.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { usePhone } from '#table/use-phone.ts'
import type { ListState } from '../list/list-state.ts'
import type { ChangeList } from '../list/use-list-state.ts'
import { displayRowIds, foldOf } from './display-rows.tsx'
import { type GroupedList, groupDisplayRowId, groupsRequest } from './group-list.ts'
import { groupedList } from './grouped-list.tsx'
import { useGroupActions } from './use-group-actions.ts'
import { useGroupPage } from './use-group-page.ts'
import { useGroupRows } from './use-group-rows.ts'
import { useOpenGroups } from './use-open-groups.ts'

interface GroupSourceProps {
  deployment: string
  state: ListState
  by: Grouping
  /** The columns of the findings in the groups. */
  columns: readonly Column<Finding>[]
  change: ChangeList
  /** The current history entry and how it was reached. */
  entry: string
  how: string
  table: RefObject<DataTableHandle | null>
  onList: (list: GroupedList | undefined) => void
}

/** Loads the groups of the list and the findings of the open ones. Renders nothing; the list renders them. */
export function GroupSource(props: GroupSourceProps) {
  const { deployment, state, by, columns, change, entry, how, table, onList } = props
  const phone = usePhone()
  const request = useMemo(() => groupsRequest(state, by), [state, by])
  const { page, changing, fetching, error, refetch } = useGroupPage(deployment, request)

  const { open, update } = useOpenGroups(entry, hashKey([request]), how)
  const [refreshes, setRefreshes] = useState(0)
  const here = useMemo(
    () => open.groups.filter(({ value }) => page?.groups.some((group) => group.value === value)),
    [open.groups, page],
  )
  const groupRows = useGroupRows(deployment, state, by, here, refreshes)
  const refresh = async () => {
    await Promise.all([refetch(), ...groupRows.map((group) => group.refetch())])
    setRefreshes((count) => count + 1)
  }
  const actions = useGroupActions({ table, groupRows, update, change, refresh })
  const shownColumns = phone ? undefined : columns
  const list = useMemo(
    () =>
      groupedList({
        ...{ deployment, state, by, page, changing, fetching, error, groupRows, open, actions },
        columns: shownColumns,
      }),
    [deployment, state, by, page, changing, fetching, error, groupRows, open, actions, shownColumns],
  )

  useLayoutEffect(() => onList(list), [list, onList])
  useLayoutEffect(() => () => onList(undefined), [onList])

  const fold = page && foldOf(state, by, page)
  const { displayRows } = list
  useFocusHandedOn({ table, displayRows })
  useTreeKeys({
    table,
    displayRows,
    isOpen: (id) => {
      if (id === displayRowIds.fold) return fold && open.unfolded
      if (!list.groupOf(id)) return undefined
      return groupRows.some(({ value, shut }) => groupDisplayRowId(value) === id && !shut)
    },
    toggle: (id) => list.press(id),
  })
  return null
}
