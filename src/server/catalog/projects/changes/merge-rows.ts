import { type Selectable, type SqlBool, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { giveRows, type RefMove, storePlaces } from '#server/db/moved-rows.ts'
import type { RefTable } from '#server/db/tables.ts'
import { moveLockfiles } from '#server/dependencies/writes.ts'
import { setFindingsPrimary } from '#server/findings/writes.ts'
import type { ProjectRow } from '#server/records/projects/project.ts'
import { deleteProjectRow, updateProject, updateRefs } from '#server/records/projects/writes.ts'
import { moveScans } from '#server/records/scans/writes.ts'
import { moveFindings } from '#server/scans/moving/writes.ts'
import { undoPeriod } from '#server/triage/decisions/undo.ts'
import { moveTexts } from '../../policies/moving/writes.ts'
import { refsOfProject } from './effects.ts'
import { readEqual } from './equal-findings.ts'
import { copyIdentities, copyScopes, giveOwnRows, moveMessages, type OwnRows } from './rows.ts'
import { unite } from './unite.ts'

type RefRow = Selectable<RefTable>

interface MergedRows {
  row: ProjectRow
  into: ProjectRow
  /** Of the project that is merged. */
  refs: readonly RefRow[]
  rows: OwnRows
  changeId: number
  actor: string
  at: number
}

/**
 * Moves all rows of a project to another and deletes the project. A ref with the same name is left hidden until the merge
 * can no longer be undone; it holds the findings that the other project has too.
 * @returns the refs of the other project that changed, as they were.
 */
export async function mergeRows(transaction: ChangeTransaction, merged: MergedRows): Promise<RefRow[]> {
  const { row, into, changeId } = merged
  const { deploymentId } = transaction
  const place = { from: row.id, to: into.id }
  const ofRefs = sql<SqlBool>`ref_id in ${refsOfProject(deploymentId, row.id)}`
  for (const table of ['finding', 'lockfile', 'scan'] as const)
    await storePlaces(transaction, changeId, table, ofRefs)
  const equal = await readEqual(transaction, deploymentId, row.id, into.id)
  await giveOwnRows(transaction, place, merged.rows, merged.at)
  const { moves, changed } = await moveRefs(transaction, merged)
  const primary = merged.refs.find((ref) => ref.is_primary === 1)?.id
  await moveTexts(transaction, changeId, place, moves, primary)
  // First to the refs where they are, of which some are hidden: what the other project has stays there.
  const hidden = moves.map(({ from }) => ({ from, to: from }))
  await moveLockfiles(transaction, changeId, hidden)
  await moveLockfiles(transaction, changeId, moves)
  const findings = await moveFindings(transaction, changeId, moves)
  await moveMessages(transaction, into.id, findings)
  await moveScans(transaction, changeId, moves)
  const joined = moves.filter(({ from, to }) => from !== to)
  const back = joined.map(({ from, to }) => ({ from: to, to: from }))
  await unite(transaction, changeId, equal, [...back, ...hidden], merged.at)
  await copyScopes(transaction, joined)
  await giveRows(transaction, changeId, place)
  await copyIdentities(transaction, place)
  await moveSplits(transaction, place)
  const latest_scan_at = Math.max(row.latest_scan_at ?? 0, into.latest_scan_at ?? 0) || null
  await updateProject(transaction, into.id, { latest_scan_at })
  await deleteProjectRow(transaction, row.id, { findings: [], lockfiles: [] })
  return changed
}

/** Where each ref goes: to the one with its name, else with its rows to the other project. */
async function moveRefs(transaction: ChangeTransaction, { row, into, refs, actor, at }: MergedRows) {
  const others = await transaction
    .selectFrom('ref')
    .selectAll()
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', into.id)
    .execute()
  const byName = new Map(others.map((ref) => [ref.name, ref]))
  const hasPrimary = others.some((ref) => ref.is_primary === 1)
  const moves: RefMove[] = []
  const moved: RefRow[] = []
  const changed: RefRow[] = []
  for (const ref of refs) {
    const other = byName.get(ref.name)
    const primary = other?.is_primary ?? Number(!hasPrimary && ref.name === into.primary_branch)
    moves.push({ from: ref.id, to: other?.id ?? ref.id })
    if (ref.is_primary !== primary) await setFindingsPrimary(transaction, ref.id, primary, { actor, at })
    const there = {
      ...ref,
      project_id: into.id,
      is_primary: primary,
      was_primary: 1 - primary && Math.max(ref.is_primary, ref.was_primary),
    }
    if (!other) {
      moved.push(there)
      continue
    }
    const name = `refs/merged/${row.id}/${ref.name}`
    moved.push({ ...there, name, is_primary: 0, expires_at: at + undoPeriod })
    changed.push(other)
    byName.set(ref.name, united(other, there))
  }
  await updateRefs(transaction, moved)
  await updateRefs(
    transaction,
    changed.map((ref) => byName.get(ref.name) ?? ref),
  )
  return { moves, changed }
}

/** A ref with what another of the same name had. A branch that is deleted in one of both projects is there. */
const united = (ref: RefRow, other: RefRow): RefRow => ({
  ...ref,
  was_primary: 1 - ref.is_primary && Math.max(ref.was_primary, other.was_primary),
  deleted_at: other.deleted_at === null ? null : ref.deleted_at,
  latest_scan_at: Math.max(ref.latest_scan_at ?? 0, other.latest_scan_at ?? 0) || null,
})

/** Lets folders that were split off from a project, or for it, follow. */
async function moveSplits(transaction: ChangeTransaction, { from, to }: RefMove): Promise<void> {
  const { deploymentId } = transaction
  await sql`update project_split set project_id = ${to} where deployment_id = ${deploymentId} and project_id = ${from}
    and not exists (select 1 from project_split as there where there.deployment_id = ${deploymentId}
      and there.project_id = ${to} and there.path_prefix = project_split.path_prefix)`.execute(transaction)
  await sql`update project_split set target_id = ${to}
    where deployment_id = ${deploymentId} and target_id = ${from}`.execute(transaction)
  await sql`delete from project_split where deployment_id = ${deploymentId} and project_id = target_id`.execute(
    transaction,
  )
}
