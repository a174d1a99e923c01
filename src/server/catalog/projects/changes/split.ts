import { type SqlBool, sql } from 'kysely'
import type { ProjectChangeAnswer, ProjectConflict } from '#contract/responses/projects.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { type RefMove, storePlaces } from '#server/db/moved-rows.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { moveLockfiles } from '#server/dependencies/writes.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { nameInPolicies } from '#server/records/policies/writes.ts'
import { assertMayReuse, nameConflicts, releaseName } from '#server/records/projects/names.ts'
import { type ProjectRow, readProjectByName } from '#server/records/projects/project.ts'
import { insertProject, insertRefs, updateProject } from '#server/records/projects/writes.ts'
import { insertScanRows } from '#server/records/scans/writes.ts'
import { followProjects } from '#server/scans/import/majority-texts.ts'
import { moveFindings } from '#server/scans/moving/writes.ts'
import { copyTexts } from '../../policies/moving/writes.ts'
import { countEffects, isUnder, refsOfProject } from './effects.ts'
import {
  assertNoConflict,
  type ChangeContext,
  insertChange,
  setDetail,
  toChangeAnswer,
} from './project-change.ts'
import type { RenameRequest } from './rename.ts'
import { copyIdentities, copyOwnRows, moveMessages } from './rows.ts'

export interface SplitRequest extends RenameRequest {
  path_prefix: string
}

/** What undoing a split needs. */
export interface Split {
  from: number
  prefix: string
  /** Scans of the project that was split, copied to the new one. */
  scans: number[]
}

/** A folder as paths of findings begin with it. */
const prefixOf = (folder: string): string => `${folder.replace(/^\/+|\/+$/g, '')}/`

/**
 * Moves what is under a folder of a project to a new one, where uploads for the project then arrive too.
 * @throws HttpError 403 and 409 as a rename, 404, 409 if nothing is under the folder or it was split off before.
 * Source: docs/api.md#projects.
 */
export async function splitProject(
  services: Services,
  deployment: Deployment,
  name: string,
  principal: Principal,
  request: SplitRequest,
): Promise<ProjectChangeAnswer> {
  const mayReuse = assertMayReuse(principal, request.reuse_name)
  const prefix = prefixOf(request.path_prefix)
  const { read } = services.database
  const current = await readProjectByName(read, deployment.id, name)
  const effects = await countEffects(read, current, prefix)
  const conflictsOf = async (reader: Reader, row: ProjectRow): Promise<ProjectConflict[]> => [
    ...(await nameConflicts(reader, deployment.id, request.name, row.id, mayReuse)),
    ...(await folderConflicts(reader, row, prefix)),
  ]
  if (request.preview) return toChangeAnswer(current, effects, null, await conflictsOf(read, current))
  const at = services.now()
  const actor = principal.name
  const { split, answer } = await services.change(
    deployment.id,
    actor,
    async (transaction) => {
      const row = await readProjectByName(transaction, deployment.id, name)
      assertNoConflict(await conflictsOf(transaction, row))
      await releaseName(transaction, deployment.id, request.name)
      const { project, change: id } = await moveFolder(transaction, row, request.name, prefix, { actor, at })
      await recordAudit(transaction, {
        deploymentId: deployment.id,
        at,
        actor,
        action: 'project.split',
        target: row.name,
        detail: {
          ...{ id: row.id, change: id, into: project.name },
          ...{ pathPrefix: prefix, findings: effects.findings },
        },
      })
      return { split: [row.id, project.id], answer: toChangeAnswer(project, effects, { id, at }) }
    },
    { event: 'project.changed', id: String(current.id) },
    { event: 'scan.completed' },
  )
  await followProjects(services, deployment, actor, split)
  return answer
}

/** Why a folder cannot be split off. */
async function folderConflicts(reader: Reader, row: ProjectRow, prefix: string): Promise<ProjectConflict[]> {
  const split = await reader
    .selectFrom('project_split')
    .select('target_id')
    .where('deployment_id', '=', row.deployment_id)
    .where('project_id', '=', row.id)
    .where('path_prefix', '=', prefix)
    .executeTakeFirst()
  if (split) return [{ reason: 'split', detail: `${prefix} was already split off from ${row.name}.` }]
  const refs = refsOfProject(row.deployment_id, row.id)
  for (const table of ['finding', 'lockfile'] as const) {
    const found = await reader
      .selectFrom(table)
      .select('id')
      .where('deployment_id', '=', row.deployment_id)
      .where('ref_id', 'in', refs)
      .where(isUnder('path', prefix))
      .limit(1)
      .executeTakeFirst()
    if (found) return []
  }
  return [{ reason: 'empty', detail: `${row.name} has no findings and no lockfiles under ${prefix}` }]
}

async function moveFolder(
  transaction: ChangeTransaction,
  row: ProjectRow,
  name: string,
  prefix: string,
  { actor, at }: ChangeContext,
): Promise<{ project: ProjectRow; change: number }> {
  const { deploymentId } = transaction
  const { id: _, deployment_id: __, ...settings } = row
  const project = await insertProject(transaction, {
    ...settings,
    name,
    latest_scan_at: null,
    created_at: at,
  })
  const split = { kind: 'split', projectId: project.id, otherId: row.id } as const
  const change = await insertChange(transaction, { actor, at }, split)
  const ofFolder = sql<SqlBool>`ref_id in ${refsOfProject(deploymentId, row.id)} and ${isUnder('path', prefix)}`
  for (const table of ['finding', 'lockfile'] as const)
    await storePlaces(transaction, change, table, ofFolder)
  const moves = await refsFor(transaction, row, project, change)
  const findings = await moveFindings(transaction, change, moves)
  await moveMessages(transaction, project.id, findings)
  await moveLockfiles(transaction, change, moves)
  const place = { from: row.id, to: project.id }
  await copyIdentities(transaction, place)
  await copyOwnRows(transaction, place)
  await copyTexts(transaction, place, moves)
  await nameInPolicies(transaction, place)
  const scans = await copyScans(transaction, row, project, moves)
  const detail: Split = { from: row.id, prefix, scans }
  await setDetail(transaction, change, detail)
  await transaction
    .insertInto('project_split')
    .values({ deployment_id: deploymentId, project_id: row.id, path_prefix: prefix, target_id: project.id })
    .execute()
  return { project, change }
}

/** Makes the refs of the new project: the primary one, and those with something under the folder. */
async function refsFor(
  transaction: ChangeTransaction,
  row: ProjectRow,
  project: ProjectRow,
  change: number,
): Promise<RefMove[]> {
  const refs = await transaction
    .selectFrom('ref')
    .selectAll()
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', row.id)
    .where((eb) =>
      eb.or([
        eb('is_primary', '=', 1),
        eb('id', 'in', (query) =>
          query
            .selectFrom('project_change_item')
            .select('parent_id')
            .where('deployment_id', '=', transaction.deploymentId)
            .where('change_id', '=', change),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  const copies = refs.map(({ id: _, deployment_id: __, ...ref }) => ({ ...ref, project_id: project.id }))
  const first = await insertRefs(transaction, copies)
  return refs.map(({ id }, at) => ({ from: id, to: first + at }))
}

/**
 * Copies the newest full scan of each source on each ref, with which the gate and later scans compare. The others tell of
 * the project that was split. @returns the ids of the copies.
 */
async function copyScans(
  transaction: ChangeTransaction,
  row: ProjectRow,
  project: ProjectRow,
  moves: readonly RefMove[],
): Promise<number[]> {
  const { deploymentId } = transaction
  const newest = transaction
    .selectFrom('scan')
    .select((eb) => eb.fn.max<number>('id').as('id'))
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', row.id)
    .where('ref_id', 'in', valuesOf(moves.map(({ from }) => from)))
    .where('kind', '=', toCode(scanKinds, 'full'))
    .where('status', '=', toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .groupBy(['ref_id', 'source_id'])
  const scans = await transaction
    .selectFrom('scan')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', newest)
    .orderBy('id')
    .execute()
  const refs = new Map(moves.map(({ from, to }) => [from, to]))
  const copies = scans.map(({ id: _, deployment_id: __, ...scan }) => ({
    ...scan,
    project_id: project.id,
    ref_id: refs.get(scan.ref_id) ?? scan.ref_id,
    // parse: written by us with the scan.
    meta_json: JSON.stringify({ ...parseStored<object>(scan.meta_json), split_from: row.name }),
    file_digest: null,
  }))
  const latest_scan_at = copies.reduce((latest, { started_at: at }) => Math.max(latest, at), 0) || null
  await updateProject(transaction, project.id, { latest_scan_at })
  const first = await insertScanRows(transaction, copies)
  return copies.map((_, at) => first + at)
}
