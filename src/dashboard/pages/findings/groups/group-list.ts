import type { ReactNode } from 'react'
import type { GroupsQuery } from '#api/findings/groups.ts'
import { none } from '#contract/parameters/query.ts'
import type { FindingGroup } from '#contract/responses/findings.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import type { DisplayRow } from '#table/rows/display-row.ts'
import { type ListState, requestOf } from '../list/list-state.ts'
import type { ShownRows } from '../list/use-findings.ts'

/** A grouped list: `rows` are those of the open groups, in order. */
export interface GroupedList extends ShownRows {
  /** All rows of the table: groups, their findings, and placeholders. */
  displayRows: readonly DisplayRow[]
  /** Handles a press on a row; false if the row is a finding. */
  press: (id: string) => boolean
  /** Returns the group with this row id. */
  groupOf: (id: string) => FindingGroup | undefined
  /** The headers of the group columns. */
  heads: ReactNode
  foot: ReactNode
  /** In how many groups the findings are: `in 86 secrets`. */
  extent: string | undefined
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** Returns the request for a page of groups, most severe first. */
export function groupsRequest(state: ListState, by: Grouping): GroupsQuery {
  return { ...requestOf(state), group_by: by, sort: '-severity' }
}

/** Returns the row id of a group. It cannot collide with a finding's id, which consists of digits. */
export function groupDisplayRowId(value: string | null): string {
  return value === null ? 'group' : `group ${value}`
}

/** An opened group, with the finding after which each of its pages begins. */
export interface OpenGroup {
  value: string | null
  /** The group is closed again. Its rows are kept, so that those triaged in it are still there when it reopens. */
  shut: boolean
  afters: readonly (number | undefined)[]
}

/** The open groups of one history entry. */
export interface OpenGroups {
  groups: readonly OpenGroup[]
  /** Revoked secrets are shown. */
  unfolded: boolean
}

export const nothingOpen: OpenGroups = { groups: [], unfolded: false }

const most = 60
const storedGroups = new Map<string, OpenGroups>()

/** Returns the groups that were open when this entry was last shown in this session. */
export function openOn(entry: string): OpenGroups | undefined {
  return storedGroups.get(entry)
}

export function storeOpen(entry: string, open: OpenGroups): void {
  storedGroups.delete(entry)
  storedGroups.set(entry, open)
  for (const oldest of storedGroups.keys()) {
    if (storedGroups.size <= most) break
    storedGroups.delete(oldest)
  }
}

/** Returns the groups with one opened, or closed if it was open. */
export function toggled(open: OpenGroups, value: string | null): OpenGroups {
  const known = open.groups.find((group) => group.value === value)
  const groups = known
    ? open.groups.map((group) => (group === known ? { ...group, shut: !group.shut } : group))
    : [...open.groups, { value, shut: false, afters: [undefined] }]
  return { ...open, groups }
}

/** Returns the groups with another page, after a finding, requested for one of them. */
export function continued(open: OpenGroups, value: string | null, after: number): OpenGroups {
  const groups = open.groups.map((group) =>
    group.value === value && !group.afters.includes(after)
      ? { ...group, afters: [...group.afters, after] }
      : group,
  )
  return { ...open, groups }
}

/** Returns the filter values that select a group's findings. */
export function selecting(value: string | null): string {
  return value ?? none
}
