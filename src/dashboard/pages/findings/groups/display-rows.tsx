import type { Finding } from '#api/dialects/dialects.ts'
import type { GroupsPage } from '#api/findings/groups.ts'
import { groupParameter } from '#contract/operations/groups.ts'
import type { FindingGroup } from '#contract/responses/findings.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { paths } from '#lib/urls/paths.ts'
import type { Column } from '#table/columns/columns.ts'
import type { DisplayRow, DisplayRowState } from '#table/rows/display-row.ts'
import { type ListState, withValues, writeListState } from '../list/list-state.ts'
import { isRevoked } from '../secrets/validation.tsx'
import { GroupHeader } from './group-header.tsx'
import { groupDisplayRowId, type OpenGroups, selecting } from './group-list.ts'
import { groupTitle } from './labels.ts'
import { EmptyRow, ErrorRow, FoldRow, LoadingRow, MoreRow } from './placeholder-rows.tsx'
import { RowHeaders } from './row-headers.tsx'
import { UpgradeVersions } from './upgrade-versions.tsx'
import type { GroupRows } from './use-group-rows.ts'

/** A row with an action on press; returns true, because the press is handled. */
export interface PressableRow extends DisplayRow {
  press?: (() => true) | undefined
}

interface DisplayRowsOptions {
  deployment: string
  state: ListState
  by: Grouping
  page: GroupsPage
  groupRows: readonly GroupRows[]
  /** The columns of the findings; undefined if they are cards. */
  columns: readonly Column<Finding>[] | undefined
  hasReachability: boolean
  open: OpenGroups
  toggle: (value: string | null) => void
  unfold: () => void
  goOn: (value: string | null, after: number) => void
  retry: (value: string | null) => void
}

/** The ids of rows between groups and findings. */
export const displayRowIds = {
  more: (value: string | null) => `more ${groupDisplayRowId(value)}`,
  fold: 'fold',
  heads: (value: string | null) => `heads ${groupDisplayRowId(value)}`,
}

/**
 * Returns the position of the first group of revoked secrets, and their number. The service sorts them last, so all
 * groups after the first one are revoked. Undefined if there are none, or if the filter selects them explicitly.
 */
export function foldOf(state: ListState, by: Grouping, { groups, total }: GroupsPage) {
  const hidesActive = state.filter.validation_state?.some(isRevoked)
  if (by !== 'secret' || hidesActive) return undefined
  const at = groups.findIndex(({ validation_state: value }) => isRevoked(value))
  return at < 0 ? undefined : { at, count: total - state.page * state.pageSize - at }
}

/** Returns the URL of the list with exactly the findings of some groups. */
function listOf(deployment: string, state: ListState, by: Grouping, values: string[]): string {
  const filtered = withValues(state, groupParameter[by], values)
  const search = writeListState({ ...filtered, group: undefined, open: undefined })
  return paths.findings(deployment, state.type, new URLSearchParams(search))
}

/** Returns all rows of a grouped list: each group, the findings of the open ones, and their placeholders. */
export function displayRowsOf(options: DisplayRowsOptions): PressableRow[] {
  const { state, by, page, open, unfold } = options
  const fold = foldOf(state, by, page)
  const shown = fold && !open.unfolded ? page.groups.slice(0, fold.at) : page.groups
  const lines = shown.map((group, at) => groupDisplayRows(options, group, at))
  if (!fold) return lines.flat()
  const line: PressableRow = {
    id: displayRowIds.fold,
    level: 1,
    render: (marks) => <FoldRow rowState={marks} count={fold.count} open={open.unfolded} onToggle={unfold} />,
    press: pressed(unfold),
  }
  return [...lines.slice(0, fold.at).flat(), line, ...lines.slice(fold.at).flat()]
}

const pressed = (act: () => void) => (): true => {
  act()
  return true
}

function groupDisplayRows(options: DisplayRowsOptions, group: FindingGroup, at: number): PressableRow[] {
  const { deployment, state, by, page, toggle, hasReachability } = options
  const { value } = group
  const rows = options.groupRows.find((one) => one.value === value)
  const open = rows !== undefined && !rows.shut
  const position = { at: state.page * state.pageSize + at + 1, of: page.total }
  const to = listOf(deployment, state, by, [selecting(value)])
  const title = groupTitle(by, group)
  const onToggle = () => toggle(value)
  const head: PressableRow = {
    id: groupDisplayRowId(value),
    level: 1,
    render: (rowState) => (
      <GroupHeader
        {...{ rowState, by, group, title, open, position, to, onToggle, hasReachability }}
        count={Math.max(0, group.count - (rows?.left ?? 0))}
        severities={Object.fromEntries(
          Object.entries(group.severities).map(([level, count]) => [
            level,
            count - (rows?.leftBy[level] ?? 0),
          ]),
        )}
        triagedCount={rows?.triagedIds.size ?? 0}
      >
        {value !== null && group.upgrades && group.upgrades.length > 0 && (
          <UpgradeVersions
            name={value}
            versions={group.upgrades}
            listOf={(upgrades) => listOf(deployment, state, by, upgrades)}
            active={rowState.active}
          />
        )}
      </GroupHeader>
    ),
    press: pressed(onToggle),
  }
  return open ? [head, ...within(options, group, rows)] : [head]
}

function within(
  options: DisplayRowsOptions,
  { value, count }: FindingGroup,
  groupRows: GroupRows,
): PressableRow[] {
  const { goOn, retry, columns } = options
  const lines: PressableRow[] = groupRows.rows.map(({ id }) => ({ id: String(id), level: 2 }))
  const placeholder = (
    render: (marks: DisplayRowState) => RenderedDisplayRow,
    press: () => void = () => undefined,
  ) => lines.push({ id: displayRowIds.more(value), level: 2, render, press: pressed(press) })
  const { error, more, rows, pending } = groupRows
  const last = rows.at(-1)
  if (pending) {
    placeholder((marks) => <LoadingRow rowState={marks} count={Math.max(1, count - rows.length)} />)
  } else if (error) {
    const again = () => retry(value)
    placeholder(
      (marks) => <ErrorRow rowState={marks} error={error} retrying={groupRows.fetching} onRetry={again} />,
      again,
    )
  } else if (more > 0 && last) {
    const onMore = () => goOn(value, last.id)
    placeholder((marks) => <MoreRow rowState={marks} more={more} onMore={onMore} />, onMore)
  } else if (rows.length === 0) {
    placeholder((marks) => <EmptyRow rowState={marks} />)
  }
  if (!columns) return lines
  const heads = {
    id: displayRowIds.heads(value),
    level: 2,
    inert: true,
    render: () => <RowHeaders columns={columns} />,
  }
  return [heads, ...lines]
}

type RenderedDisplayRow = ReturnType<NonNullable<DisplayRow['render']>>
