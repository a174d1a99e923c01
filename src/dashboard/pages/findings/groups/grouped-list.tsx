import type { Finding } from '#api/dialects/dialects.ts'
import type { GroupsPage } from '#api/findings/groups.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import type { Column } from '#table/columns/columns.ts'
import type { ListState } from '../list/list-state.ts'
import { displayRowsOf } from './display-rows.tsx'
import { GroupHeaders } from './group-cells.tsx'
import { GroupFooter } from './group-footer.tsx'
import { type GroupedList, groupDisplayRowId, type OpenGroups } from './group-list.ts'
import { groupLabels } from './labels.ts'
import type { GroupActions } from './use-group-actions.ts'
import type { GroupRows } from './use-group-rows.ts'

interface GroupedListOptions {
  deployment: string
  state: ListState
  by: Grouping
  page: GroupsPage | undefined
  /** The page of groups is not loaded for the current query yet. */
  changing: boolean
  fetching: boolean
  error: Error | null
  groupRows: readonly GroupRows[]
  open: OpenGroups
  /** The columns of the findings; undefined if they are cards. */
  columns: readonly Column<Finding>[] | undefined
  actions: GroupActions
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** Returns the list as the table shows it: a page of groups and the findings of the open ones. */
export function groupedList(options: GroupedListOptions): GroupedList {
  const { deployment, state, by, page, groupRows, open, columns, actions, error } = options
  const hasReachability =
    page?.groups.some(({ reachable }) => reachable !== undefined && reachable !== null) ?? false
  const lines =
    page &&
    displayRowsOf({ deployment, state, by, page, groupRows, columns, hasReachability, open, ...actions })
  const isLast = page === undefined || (state.page + 1) * state.pageSize >= page.total
  const previous = state.page > 0 ? () => actions.goTo(state.page - 1) : undefined
  const next = options.changing || isLast ? undefined : () => actions.goTo(state.page + 1)
  const left = sum(groupRows.map((group) => group.left))
  const leftOut = sum(groupRows.map((group) => group.leftOut))
  return {
    rows: page && groupRows.flatMap(({ shut, rows }) => (shut ? [] : rows)),
    displayRows: lines ?? [],
    triagedIds: new Set(groupRows.flatMap((group) => [...group.triagedIds])),
    left,
    answered: page?.findings,
    answeredAt: page?.answeredAt,
    leftOut,
    changing: options.changing || groupRows.some(({ pending }) => pending),
    fetching: options.fetching || groupRows.some(({ fetching }) => fetching),
    error,
    refresh: actions.refresh,
    press: (id) => lines?.find((line) => line.id === id)?.press?.() ?? false,
    groupOf: (id) => page?.groups.find(({ value }) => groupDisplayRowId(value) === id),
    heads: <GroupHeaders by={by} hasReachability={hasReachability} />,
    previous,
    next,
    extent: page && groupLabels.extent(by, page.total),
    foot: (
      <GroupFooter
        {...{ by, state, page, left, leftOut, previous, next }}
        failed={page === undefined && error !== null}
        onRefresh={() => void actions.refresh()}
        onPageSize={actions.setPageSize}
      />
    ),
  }
}
