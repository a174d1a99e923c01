import { hashKey, useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { groupsOptions } from '#api/findings/groups.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { useFocusHandedOn, useTreeKeys } from '#features/list/table/use-tree-keys.ts'
import type { Column } from '#table/columns/columns.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { usePhone } from '#table/use-phone.ts'
import type { ListState } from '../list/list-state.ts'
import type { ChangeList } from '../list/use-list-state.ts'
import { displayRowIds, displayRowsOf, foldOf } from './display-rows.tsx'
import { GroupHeaders } from './group-cells.tsx'
import { GroupFooter } from './group-footer.tsx'
import { continued, type GroupedList, groupDisplayRowId, groupsRequest, toggled } from './group-list.ts'
import { useGroupRows } from './use-group-rows.ts'
import { useOpenGroups } from './use-open-groups.ts'

const noDisplayRows: GroupedList['displayRows'] = []

interface GroupSourceProps {
  deployment: string
  state: ListState
  by: Grouping
  /** The columns of the findings in the groups. */
  columns: readonly Column<Finding>[]
  change: ChangeList
  /** The history entry that is shown, and how it was come to. */
  entry: string
  how: string
  table: RefObject<DataTableHandle | null>
  onList: (list: GroupedList | undefined) => void
}

/** Asks for the groups of the list and for the findings of those that are open. It renders nothing; the list does. */
export function GroupSource(props: GroupSourceProps) {
  const { deployment, state, by, columns, change, entry, how, table, onList } = props
  const phone = usePhone()
  const request = useMemo(() => groupsRequest(state, by), [state, by])
  const groups = useQuery(groupsOptions(deployment, request))
  // The groups of the question before stay while the answer is on its way, and if there is none.
  const [before, setBefore] = useState(groups.data)
  if (groups.data && groups.data !== before) setBefore(groups.data)
  const page = groups.data ?? (groups.error ? before : undefined)

  const { open, update } = useOpenGroups(entry, hashKey([request]), how)
  const [refreshes, setRefreshes] = useState(0)
  const here = useMemo(
    () => open.groups.filter(({ value }) => page?.groups.some((group) => group.value === value)),
    [open.groups, page],
  )
  const groupRows = useGroupRows(deployment, state, by, here, refreshes)

  const latest = { groups, groupRows, open, update, change, table }
  const ref = useRef(latest)
  useLayoutEffect(() => {
    ref.current = latest
  })

  const changing = groups.isPlaceholderData || groups.data === undefined
  const { isFetching, error } = groups
  const list = useMemo((): GroupedList | undefined => {
    const toggle = (value: string | null) => {
      const { table, groupRows, update } = ref.current
      const inside = groupRows.find((group) => group.value === value && !group.shut)
      const active = table.current?.active()
      // What had the focus goes with the group that closes.
      const leaves =
        inside?.rows.some(({ id }) => String(id) === active) || active === displayRowIds.more(value)
      if (leaves) table.current?.focusRow(groupDisplayRowId(value))
      update((now) => toggled(now, value))
    }
    const unfold = () => ref.current.update((now) => ({ ...now, unfolded: !now.unfolded }))
    const goOn = (value: string | null, after: number) =>
      ref.current.update((now) => continued(now, value, after))
    const retry = (value: string | null) =>
      void ref.current.groupRows.find((group) => group.value === value)?.refetch()

    const hasReachability =
      page?.groups.some(({ reachable }) => reachable !== undefined && reachable !== null) ?? false
    const options = { deployment, state, by, groupRows, open, toggle, unfold, goOn, retry }
    const lines =
      page && displayRowsOf({ ...options, page, hasReachability, columns: phone ? undefined : columns })
    const triagedIds = new Set(groupRows.flatMap((group) => [...group.triagedIds]))
    const left = groupRows.reduce((sum, group) => sum + group.left, 0)
    const refresh = async () => {
      const { groups, groupRows } = ref.current
      await Promise.all([groups.refetch(), ...groupRows.map((group) => group.refetch())])
      setRefreshes((count) => count + 1)
    }
    const goTo = (to: number) => () =>
      ref.current.change((now) => ({ ...now, page: to, after: undefined }), {
        kind: 'choice',
        group: `page ${Date.now()}`,
      })
    const isLast = page === undefined || (state.page + 1) * state.pageSize >= page.total
    const previous = state.page > 0 ? goTo(state.page - 1) : undefined
    const next = changing || isLast ? undefined : goTo(state.page + 1)
    const leftOut = groupRows.reduce((sum, group) => sum + group.leftOut, 0)
    return {
      rows: page && groupRows.flatMap(({ shut, rows }) => (shut ? [] : rows)),
      displayRows: lines ?? [],
      triagedIds,
      left,
      answered: page?.findings,
      answeredAt: page?.answeredAt,
      leftOut,
      changing: changing || groupRows.some(({ pending }) => pending),
      fetching: isFetching || groupRows.some(({ fetching }) => fetching),
      error,
      refresh,
      press: (id) => lines?.find((line) => line.id === id)?.press?.() ?? false,
      groupOf: (id) => page?.groups.find(({ value }) => groupDisplayRowId(value) === id),
      heads: <GroupHeaders by={by} hasReachability={hasReachability} />,
      previous,
      next,
      foot: (
        <GroupFooter
          {...{ by, state, page, left, leftOut, previous, next }}
          failed={page === undefined && error !== null}
          onRefresh={() => void refresh()}
          onPageSize={(pageSize) =>
            ref.current.change((now) => ({ ...now, pageSize, page: 0, after: undefined }), {
              kind: 'choice',
              group: 'page size',
            })
          }
        />
      ),
    }
  }, [deployment, state, by, page, groupRows, open, changing, isFetching, error, columns, phone])

  useLayoutEffect(() => onList(list), [list, onList])
  useLayoutEffect(() => () => onList(undefined), [onList])

  const fold = page && foldOf(state, by, page)
  const displayRows = list?.displayRows ?? noDisplayRows
  useFocusHandedOn({ table, displayRows })
  useTreeKeys({
    table,
    displayRows,
    isOpen: (id) => {
      if (id === displayRowIds.fold) return fold && open.unfolded
      if (!list?.groupOf(id)) return undefined
      return groupRows.some(({ value, shut }) => groupDisplayRowId(value) === id && !shut)
    },
    toggle: (id) => list?.press(id),
  })
  return null
}
