import { sql } from 'kysely'
import type { ProjectUndo } from '#contract/responses/projects.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { giveBackRows } from '#server/db/moved-rows.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { moveLockfiles } from '#server/dependencies/writes.ts'
import { HttpError } from '#server/http/errors.ts'
import { keepFormerName, releaseName } from '#server/records/projects/names.ts'
import type { ProjectRow } from '#server/records/projects/project.ts'
import { renameReferences, restoreReferences } from '#server/records/projects/references.ts'
import { restoreProject, updateRefs } from '#server/records/projects/writes.ts'
import { deleteScans, moveScans } from '#server/records/scans/writes.ts'
import { moveFindings } from '#server/scans/moving/writes.ts'
import { giveBackTexts } from '../../policies/moving/writes.ts'
import { settleArrived, storeArrived } from './arrived.ts'
import { refsOfProject } from './effects.ts'
import type { Merge } from './merge.ts'
import { mergeRows } from './merge-rows.ts'
import { type ChangeContext, type ProjectChange, readChanged } from './project-change.ts'
import { copyIdentities, giveBackOwnRows, moveMessages, readOwnRows } from './rows.ts'
import type { Split } from './split.ts'
import { separate } from './unite.ts'

/** The project as it was before, and what of the other one is not given back. */
export interface UndoneChange {
  row: ProjectRow
  left: ProjectUndo['left']
}

export const nothingLeft = { scans: 0, findings: 0 }

/** Restores a project that was merged, with what was moved from it and is still there. */
export async function undoMerge(
  transaction: ChangeTransaction,
  change: ProjectChange,
  by: ChangeContext,
): Promise<UndoneChange> {
  const { deploymentId } = transaction
  // parse: written by us with the change.
  const merge = parseStored<Merge>(change.detail_json)
  const into = await readChanged(transaction, deploymentId, merge.into)
  const refs = await withLatestScan(transaction, merge.refs)
  const latest_scan_at = Math.max(...refs.map((ref) => ref.latest_scan_at ?? 0)) || null
  const project = await restoreProject(transaction, { ...merge.project, latest_scan_at })
  for (const [at, name] of merge.names.entries()) {
    const released = await releaseName(transaction, deploymentId, name)
    if (released === into.id) {
      if (at > 0) await keepFormerName(transaction, deploymentId, name, project.id)
    } else if (at === 0) throw new HttpError(409, `The name ${name} was reused since.`)
    else if (released !== null) await keepFormerName(transaction, deploymentId, name, released)
  }
  const flaws = await storeArrived(
    transaction,
    change.id,
    refs.map(({ id }) => id),
  )
  await updateRefs(transaction, refs)
  await updateRefs(transaction, merge.changed)
  const findings = await moveFindings(transaction, change.id, null)
  await separate(transaction, change.id, merge.at)
  const projects = { own: project.id, into: into.id }
  await settleArrived(transaction, { projects, lastScan: merge.lastScan, flaws }, by)
  await moveMessages(transaction, project.id, findings)
  await moveLockfiles(transaction, change.id, null)
  await moveScans(transaction, change.id, null)
  await giveBackRows(transaction, change.id)
  const place = { from: project.id, to: into.id }
  await giveBackTexts(transaction, change.id, place)
  await copyIdentities(transaction, { from: into.id, to: project.id })
  await giveBackOwnRows(transaction, place, merge.rows, merge.at)
  await restoreSplits(transaction, merge)
  await restoreReferences(transaction, deploymentId, merge.references)
  return { row: project, left: await countLeft(transaction, into.id, merge.lastScan) }
}

/** Refs as they were, but for when they were scanned last. */
async function withLatestScan(transaction: ChangeTransaction, refs: Merge['refs']): Promise<Merge['refs']> {
  const rows = await transaction
    .selectFrom('ref')
    .select(['id', 'latest_scan_at'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(refs.map(({ id }) => id)))
    .execute()
  const latest = new Map(rows.map((row) => [row.id, row.latest_scan_at]))
  return refs.map((ref) => ({ ...ref, latest_scan_at: latest.get(ref.id) ?? ref.latest_scan_at }))
}

/** Counts what arrived at a project after a scan, and so is of neither of the two that it was merged from. */
async function countLeft(
  transaction: ChangeTransaction,
  projectId: number,
  lastScan: number,
): Promise<ProjectUndo['left']> {
  const { deploymentId } = transaction
  const scans = await transaction
    .selectFrom('scan')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('id', '>', lastScan)
    .executeTakeFirstOrThrow()
  const findings = await transaction
    .selectFrom('finding')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('ref_id', 'in', refsOfProject(deploymentId, projectId))
    .where('first_seen_scan_id', '>', lastScan)
    .where('removed', '=', 0)
    .executeTakeFirstOrThrow()
  return { scans: scans.count, findings: findings.count }
}

/** Lets folders that were split off follow the restored project again. */
async function restoreSplits(transaction: ChangeTransaction, { into, splits }: Merge): Promise<void> {
  const { deploymentId } = transaction
  for (const split of splits) {
    await transaction
      .deleteFrom('project_split')
      .where('deployment_id', '=', deploymentId)
      .where('path_prefix', '=', split.path_prefix)
      .where((eb) =>
        eb.or([
          eb.and([eb('project_id', '=', into), eb('target_id', '=', split.target_id)]),
          eb.and([eb('project_id', '=', split.project_id), eb('target_id', '=', into)]),
        ]),
      )
      .execute()
    const present = await transaction
      .selectFrom('project')
      .select('id')
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', [split.project_id, split.target_id])
      .execute()
    if (present.length === 2)
      await transaction
        .insertInto('project_split')
        .values(split)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

/** Merges a project that was split off back, with what arrived since. Its name means the other one from then on. */
export async function undoSplit(
  transaction: ChangeTransaction,
  change: ProjectChange,
  by: ChangeContext,
): Promise<UndoneChange> {
  const { deploymentId } = transaction
  // parse: written by us with the change.
  const { from, prefix, scans } = parseStored<Split>(change.detail_json)
  const row = await readChanged(transaction, deploymentId, change.project_id)
  const into = await readChanged(transaction, deploymentId, from)
  await transaction
    .deleteFrom('project_split')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', from)
    .where('path_prefix', '=', prefix)
    .execute()
  // Copies of scans that the other project has.
  await deleteScans(transaction, scans, sql<boolean>`true`)
  const refs = await transaction
    .selectFrom('ref')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', row.id)
    .orderBy('id')
    .execute()
  await renameReferences(transaction, deploymentId, row.name, into.name)
  await transaction
    .updateTable('project_alias')
    .set({ project_id: into.id })
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', row.id)
    .execute()
  // Rows are stored where they are now, whatever the split stored.
  await transaction
    .deleteFrom('project_change_item')
    .where('deployment_id', '=', deploymentId)
    .where('change_id', '=', change.id)
    .execute()
  const rows = await readOwnRows(transaction, row.id)
  await mergeRows(transaction, { row, into, refs, rows, changeId: change.id, ...by })
  await keepFormerName(transaction, deploymentId, row.name, into.id)
  return { row: into, left: nothingLeft }
}
