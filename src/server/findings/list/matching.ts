import { misplacedFilters } from '#contract/parameters/findings-query.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { matchingRows, testRows } from '../columns/select-rows.ts'
import { dueDaysOf } from '../due/due-days.ts'
import { type FindingSet, selectionOf } from '../filters/query.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** The filter of each type that it selects findings of: a type without one of its parameters is left out. */
function setsOf(set: FindingSet): (FindingSet & { issue_type: (typeof findingTypes)[number] })[] {
  const types = set.issue_type === undefined ? findingTypes : [set.issue_type]
  return types
    .map((type) => ({ ...set, issue_type: type, dedup: undefined }))
    .filter((own) => misplacedFilters(own).length === 0)
}

/** Returns which of the given findings match a filter, of any type, in ascending order. One pass for each filter. */
export async function matchingAmong(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
  ids: readonly number[],
): Promise<number[]> {
  const matching: number[] = []
  for (const own of setsOf(set)) {
    const table = columns.table(own.issue_type)
    const only = ids.filter((id) => table.rowOf(id) >= 0)
    if (only.length === 0) continue
    const failures = await testRows(reader, columns, selectionOf(deploymentId, { ...own, issue_ids: only }))
    for (const row of matchingRows(table, failures, false)) matching.push(table.ids[row] ?? 0)
  }
  return matching.sort((one, other) => one - other)
}

/**
 * Returns which of the given findings wait for somebody, as in the navigation: those of primary branches, and secrets of
 * any branch, each once; without those of disabled rules. In ascending order, of any type.
 */
export async function waitingAmong(
  view: FindingsSnapshot,
  deploymentId: number,
  set: Pick<FindingSet, 'status'>,
  ids: readonly number[],
): Promise<number[]> {
  const own = { ...set, rule_disabled: false }
  const primary = await matchingAmong(view, deploymentId, { ...own, primary_ref: true }, ids)
  const secrets = await matchingAmong(view, deploymentId, { ...own, issue_type: 'secrets' }, ids)
  const table = view.columns.table('secrets')
  const flawOf = (id: number) => table.flaws[table.rowOf(id)] ?? 0
  const known = new Set(primary.filter((id) => table.rowOf(id) >= 0).map(flawOf))
  const others = secrets.filter((id) => !known.has(flawOf(id)) && known.add(flawOf(id)))
  return [...primary, ...others].sort((one, other) => one - other)
}

/**
 * Returns the matching findings with ids above `after` that are the first of their flaw: no other one that matches,
 * whatever its status is now, is the same on another ref and older. In ascending order, of any type.
 */
export async function firstOfFlaws(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
  after: number,
): Promise<number[]> {
  const { reader, columns } = view
  const first: number[] = []
  for (const own of setsOf(set)) {
    const table = columns.table(own.issue_type)
    if ((table.ids[table.length - 1] ?? 0) <= after) continue
    const failures = await testRows(reader, columns, selectionOf(deploymentId, { ...own, status: undefined }))
    const isKnown = new Uint8Array(table.flawsEnd)
    for (const row of matchingRows(table, failures, false)) {
      const flaw = table.flaws[row] ?? 0
      const id = table.ids[row] ?? 0
      if (id > after && isKnown[flaw] !== 1) first.push(id)
      isKnown[flaw] = 1
    }
  }
  return matchingAmong(view, deploymentId, set, first)
}

/**
 * Returns the matching findings whose due date is after one day, and not after another one. In ascending order, of any
 * type; none if the deployment has no due dates.
 * @param days as the time zone of the deployment numbers them.
 */
export async function dueBetween(
  view: FindingsSnapshot,
  deploymentId: number,
  set: FindingSet,
  { after, until }: { after: number; until: number },
): Promise<number[]> {
  const dueIds: number[] = []
  for (const own of setsOf(set)) {
    const due = await dueDaysOf(view, { deploymentId, type: own.issue_type })
    if (due === null) return []
    const table = view.columns.table(own.issue_type)
    const failures = await testRows(view.reader, view.columns, selectionOf(deploymentId, own))
    for (const row of matchingRows(table, failures, false)) {
      const day = due.days[row] ?? 0
      if (day > after && day <= until) dueIds.push(table.ids[row] ?? 0)
    }
  }
  return dueIds.sort((one, other) => one - other)
}
