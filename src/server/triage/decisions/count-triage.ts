import type { NewTriageState } from '#contract/vocabulary.ts'
import { ownerSources, severities, states, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { leastSeverity, requiresApproval } from '#server/findings/approval-rules.ts'
import { namesOf } from '#server/findings/columns/names.ts'
import { matchingRows, testRows } from '#server/findings/columns/select-rows.ts'
import type { Table } from '#server/findings/columns/table.ts'
import type { Decision } from '#server/findings/decision.ts'
import type { Selection } from '#server/findings/filters/query.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { isAssignment } from './triage-request.ts'
import { endsCode } from './triage-state.ts'

const setByHand = toCode(ownerSources, 'manual')
const fixedState = toCode(states, 'fixed')
const mutedState = toCode(states, 'muted')
/** Ids per statement. */
const idsPerRead = 20_000

/** The effect of a decision on the findings of a selection. */
export interface TriageEffect {
  /** The findings that change, ascending. */
  ids: Int32Array
  /** Further instances on other refs that change too. */
  along: number
  /** Sorted by count, descending, then by name. */
  projects: { name: string; count: number }[]
  /** `ids` by severity, zeros included. */
  severities: Record<string, number>
  /** Those of `ids` that keep the status from a scan. */
  fixed: number
  muted: number
  /** Those of `ids` for which ignoring is requested, since it needs approval. */
  requested: number
  /**
   * Findings that do not change: removed ones, those that already have this triage, and those triaged by somebody else
   * since.
   */
  skipped: { removed: number; unchanged: number; triaged_since: number }
}

/** A decision, its actor, and when the list it is based on was answered: milliseconds, or null if irrelevant. */
export interface PlannedTriage {
  decision: Decision
  seenAt: number | null
  actor: string
}

/** Computes the effect of a decision over the columns without changing anything. Source: docs/api.md#triage-jobs. */
export async function planTriage(
  { reader, columns }: Pick<FindingsSnapshot, 'reader' | 'columns'>,
  selection: Selection,
  triage: PlannedTriage,
): Promise<TriageEffect> {
  const table = columns.table(selection.type)
  const failures = await testRows(reader, columns, selection)
  const rows = matchingRows(table, failures, selection.dedup)
  const changed = await changedRows(reader, selection.deploymentId, table, rows, triage.decision)
  const isTriagedSince = triagedSinceTest(table, triage)
  const approval = await approvalTest(reader, selection.deploymentId, table, triage.decision)
  const { project, removed, severity, state } = table.columns
  const perProject = new Uint32Array(project.size)
  const perSeverity = new Uint32Array(severities.length + 1)
  const changedFlaws = new Uint8Array(table.flawsEnd)
  const ids = new Int32Array(rows.length)
  const effect = { along: 0, fixed: 0, muted: 0, requested: 0 }
  const sameTriage: number[] = []
  const skipped = { removed: 0, unchanged: 0, triaged_since: 0 }
  let count = 0
  for (const row of rows) {
    if (removed.array[row] !== 0) skipped.removed += 1
    else if (changed[row] === 0) skipped.unchanged += 1
    else if (isTriagedSince(row)) skipped.triaged_since += 1
    else {
      ids[count++] = table.ids[row] ?? 0
      if (state.array[row] === fixedState) effect.fixed += 1
      if (state.array[row] === mutedState) effect.muted += 1
      const needs = approval(row)
      if (needs === 'if its end changes') sameTriage.push(table.ids[row] ?? 0)
      else if (needs) effect.requested += 1
      const id = project.array[row] ?? 0
      perProject[id] = (perProject[id] ?? 0) + 1
      const level = severity.array[row] ?? 0
      perSeverity[level] = (perSeverity[level] ?? 0) + 1
      changedFlaws[table.flaws[row] ?? 0] = 1
    }
  }
  for (let row = 0; row < table.length; row++) {
    if (changedFlaws[table.flaws[row] ?? 0] === 1 && changed[row] === 1 && removed.array[row] === 0)
      effect.along += 1
  }
  effect.along -= count
  effect.requested += await countOtherEnds(reader, selection.deploymentId, sameTriage, triage.decision)
  // The names are sorted, and the sort is stable, so equal counts stay sorted by name.
  const names = await namesOf(reader, columns, selection.deploymentId, 'repos')
  const projects = [...names]
    .map(([id, name]) => ({ name, count: perProject[id] ?? 0 }))
    .filter((one) => one.count > 0)
    .sort((one, other) => other.count - one.count)
  return {
    ...effect,
    ids: ids.subarray(0, count),
    projects,
    // A column has the position of a word plus one.
    severities: Object.fromEntries(severities.map((name, code) => [name, perSeverity[code + 1] ?? 0])),
    skipped,
  }
}

/**
 * For each row 1 if the decision changes it, as defined by `isChangedBy`. The columns contain neither notes nor ends, nor
 * what set an owner: they are read only for instances of the selected flaws where one of them alone decides.
 */
async function changedRows(
  reader: Reader,
  deploymentId: number,
  table: Table,
  selected: Int32Array,
  { state, reason, until, ends, note, owner }: Decision,
): Promise<Uint8Array> {
  const { triage, noted, owner: owners } = table.columns
  const newOwner = owner ? table.texts.owner.find(owner) : 0
  const newTriage = state === undefined ? null : triageCode(state, reason)
  const selectedFlaws = new Uint8Array(table.flawsEnd)
  for (const row of selected) selectedFlaws[table.flaws[row] ?? 0] = 1
  const changed = new Uint8Array(table.length)
  const candidates: number[] = []
  for (let row = 0; row < table.length; row++) {
    if (selectedFlaws[table.flaws[row] ?? 0] === 0) continue
    const hasNote = noted.array[row] === 1
    const changesNote = note !== undefined && hasNote !== (note !== '')
    const changesOwner = owner !== undefined && owners.array[row] !== newOwner
    if (changesNote || changesOwner || (newTriage !== null && triage.array[row] !== newTriage))
      changed[row] = 1
    else if (state === 'ignored' || owner !== undefined || (hasNote && note !== undefined))
      candidates.push(row)
  }
  for (let from = 0; from < candidates.length; from += idsPerRead) {
    const ids = candidates.slice(from, from + idsPerRead).map((row) => table.ids[row] ?? 0)
    const others = await reader
      .selectFrom('finding')
      .select('id')
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', valuesOf(ids))
      .where((eb) =>
        eb.or([
          ...(note === undefined ? [] : [eb('triage_comment', '<>', note)]),
          ...(owner === undefined ? [] : [eb('owner_source', 'is distinct from', setByHand)]),
          ...(state === 'ignored'
            ? [
                eb('ignored_until', 'is distinct from', until),
                eb('ignore_ends', 'is distinct from', endsCode(ends)),
              ]
            : []),
        ]),
      )
      .execute()
    for (const { id } of others) changed[table.rowOf(id)] = 1
  }
  return changed
}

/** Whether a decision has to be requested for a row that it changes, as defined by `needsApproval`. */
async function approvalTest(
  reader: Reader,
  deploymentId: number,
  { columns }: Table,
  { state, reason }: Decision,
): Promise<(row: number) => boolean | 'if its end changes'> {
  if (state !== 'ignored' || !(await requiresApproval(reader, deploymentId))) return () => false
  const newTriage = triageCode(state, reason)
  const { severity, triage } = columns
  return (row) => {
    // A column has the position of a word plus one.
    if ((severity.array[row] ?? 0) <= leastSeverity) return false
    return triage.array[row] === newTriage ? 'if its end changes' : true
  }
}

/** How many of these findings have another end than the decision. */
async function countOtherEnds(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
  { until, ends }: Decision,
): Promise<number> {
  let others = 0
  for (let from = 0; from < ids.length; from += idsPerRead) {
    const { count } = await reader
      .selectFrom('finding')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', valuesOf(ids.slice(from, from + idsPerRead)))
      .where((eb) =>
        eb.or([
          eb('ignored_until', 'is distinct from', until),
          eb('ignore_ends', 'is distinct from', endsCode(ends)),
        ]),
      )
      .executeTakeFirstOrThrow()
    others += Number(count)
  }
  return others
}

/** A triage as in the column `triage`. */
const triageCode = (state: NewTriageState, reason: Decision['reason']) =>
  toCode(triageStates, state) * 8 + (reason === null ? 0 : toCode(triageReasons, reason) + 1)

/** Whether somebody else triaged a row after the list was answered. */
function triagedSinceTest(
  table: Table,
  { seenAt, actor, decision }: PlannedTriage,
): (row: number) => boolean {
  // Whoever owns a finding does not depend on its triage.
  if (seenAt === null || isAssignment(decision)) return () => false
  const { array } = table.columns.triagedBy
  const ownCode = table.texts.triagedBy.find(actor)
  return (row) => (table.triagedAt[row] ?? 0) > seenAt && array[row] !== ownCode
}
