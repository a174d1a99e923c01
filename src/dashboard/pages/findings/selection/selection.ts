import type { Finding } from '#api/dialects/dialects.ts'
import type { JobRequest } from '#api/findings/jobs.ts'
import { groupParameter } from '#contract/operations/groups.ts'
import { joinWords } from '#lib/text/format.ts'
import { selecting } from '../groups/group-list.ts'
import { type ListState, requestOf } from '../list/list-state.ts'
import { selectionLabels } from './labels.ts'

/** A selected row, with the data to triage it even if it is on another page. */
export interface SelectedRow {
  row: Finding
  /** When its state was last seen, by the service's clock. */
  seenAt: string | undefined
}

/** A group that is selected as a whole. */
export interface SelectedGroup {
  value: string | null
  title: string
}

/** The target of the next triage: rows, whole groups, or all matches; never more than one kind at once. */
export interface Selected {
  rows: ReadonlyMap<string, SelectedRow>
  /** Groups by their row ids. */
  groups: ReadonlyMap<string, SelectedGroup>
  /** All findings that the filter matches, on all pages. */
  all: boolean
}

export const nothingSelected: Selected = { rows: new Map(), groups: new Map(), all: false }

/** The ids of the selected rows. */
export const selectedIds = ({ rows }: Selected): number[] => [...rows.values()].map(({ row }) => row.id)

export function isSelecting({ rows, groups, all }: Selected): boolean {
  return all || rows.size > 0 || groups.size > 0
}

/** Whether the selection exceeds individually seen rows: such a triage has a preview first, and runs as a job. */
export function isWhole({ groups, all }: Selected): boolean {
  return all || groups.size > 0
}

/** Describes the selection, to follow a verb: "2 selected", "all 364 that match". */
export function selectedText({ rows, groups, all }: Selected, total: number | undefined): string {
  if (all) return selectionLabels.all(total)
  return groups.size > 0 ? selectionLabels.groups(groups.size) : selectionLabels.rows(rows.size)
}

/** Returns how many of the visible rows or groups are selected, for the header checkbox. */
export function shownSelected(selected: Selected, shown: readonly string[]): 'none' | 'some' | 'all' {
  if (selected.all) return 'all'
  const count = shown.filter((id) => selected.rows.has(id) || selected.groups.has(id)).length
  return count === 0 ? 'none' : count === shown.length ? 'all' : 'some'
}

/**
 * Returns the job filter of a selection of groups or all matches: the list's filter, narrowed to the groups.
 * @param seenAt when the list was loaded; findings that others triaged since are skipped.
 */
export function wholeRequest(state: ListState, { groups }: Selected, seenAt: string | undefined): JobRequest {
  const { page: _, page_size: __, after: ___, sort: ____, include: _____, ...set } = requestOf(state)
  const parameter = groups.size > 0 && state.group ? groupParameter[state.group] : undefined
  const values = [...groups.values()].map(({ value }) => selecting(value))
  return {
    ...set,
    issue_type: state.type,
    ...(parameter ? { [parameter]: values } : {}),
    ...(seenAt === undefined ? {} : { seen_at: seenAt }),
  }
}

/** Describes the target of a bulk triage, if it is more than what the list shows. */
export function wholeText({ groups }: Selected): string {
  const titles = [...groups.values()].map(({ title }) => title)
  if (titles.length === 0) return selectionLabels.everything
  const more = titles.length - 3
  const named = titles.slice(0, 3).map((title) => `“${title}”`)
  return selectionLabels.ofGroups(joinWords(more > 0 ? [...named, selectionLabels.otherGroups(more)] : named))
}
