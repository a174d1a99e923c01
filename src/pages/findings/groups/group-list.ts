import type { ReactNode } from 'react'
import type { GroupsQuery } from '#api/findings/groups.ts'
import { none } from '#contract/parameters/query.ts'
import type { FindingGroup } from '#contract/responses/findings.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import type { DisplayRow } from '#table/rows/display-row.ts'
import { type ListState, requestOf } from '../list/list-state.ts'
import type { ShownRows } from '../list/use-findings.ts'

/** A list whose rows stand in groups: `rows` are those of the groups that are open, in their order. */
export interface GroupedList extends ShownRows {
  /** All that stands in the table: groups, their rows, and what is said between them. */
  displayRows: readonly DisplayRow[]
  /** Does what a press on a line means; false where the line is a finding's. */
  press: (id: string) => boolean
  /** The group whose line this is. */
  groupOf: (id: string) => FindingGroup | undefined
  /** The headers of the groups' columns. */
  heads: ReactNode
  foot: ReactNode
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** The request for a page of groups: the most severe first. */
export function groupsRequest(state: ListState, by: Grouping): GroupsQuery {
  return { ...requestOf(state), group_by: by, sort: '-severity' }
}

/** The id of a group's line. Ids of findings are digits alone, so none is one of these. */
export function groupDisplayRowId(value: string | null): string {
  return value === null ? 'group' : `group ${value}`
}

/** A group that was opened, and how it goes on: after which finding each of its pages begins. */
export interface OpenGroup {
  value: string | null
  /** It was closed again. Its rows are kept, so that those decided in it are still there when it opens. */
  shut: boolean
  afters: readonly (number | undefined)[]
}

/** What is open on one entry of the history. */
export interface OpenGroups {
  groups: readonly OpenGroup[]
  /** The secrets that are confirmed not to work are shown. */
  unfolded: boolean
}

export const nothingOpen: OpenGroups = { groups: [], unfolded: false }

const most = 60
const storedGroups = new Map<string, OpenGroups>()

/** What was open when this entry was last shown, in this visit. */
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

/** The groups with one opened, or closed where it is open. */
export function toggled(open: OpenGroups, value: string | null): OpenGroups {
  const known = open.groups.find((group) => group.value === value)
  const groups = known
    ? open.groups.map((group) => (group === known ? { ...group, shut: !group.shut } : group))
    : [...open.groups, { value, shut: false, afters: [undefined] }]
  return { ...open, groups }
}

/** The groups with one that goes on after a finding. */
export function continued(open: OpenGroups, value: string | null, after: number): OpenGroups {
  const groups = open.groups.map((group) =>
    group.value === value && !group.afters.includes(after)
      ? { ...group, afters: [...group.afters, after] }
      : group,
  )
  return { ...open, groups }
}

/** What selects a group's findings in a filter. */
export function selecting(value: string | null): string {
  return value ?? none
}
