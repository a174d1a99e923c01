import type { ProjectUndo } from '#contract/responses/projects.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { hasScope, type Principal } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { keepFormerName, releaseName } from '#server/records/projects/names.ts'
import { type ProjectRow, toProject } from '#server/records/projects/project.ts'
import { renameReferences } from '#server/records/projects/references.ts'
import { updateProject } from '#server/records/projects/writes.ts'
import { followProjects } from '#server/scans/import/majority-texts.ts'
import { undoableUntil } from '#server/triage/decisions/undo.ts'
import { type ChangeContext, type ProjectChange, readChanged } from './project-change.ts'
import { nothingLeft, type UndoneChange, undoMerge, undoSplit } from './undo-merge.ts'

/**
 * Undoes a rename, a merge or a split.
 * @returns the project as it was before, and what arrived since and stays with the other one.
 * @throws HttpError 403 for a merge without the scope `admin`, 404 for an unknown change, 409 for one that was undone, is older than 24 hours, or was followed by
 * another of the same project.
 */
export async function undoChange(
  services: Services,
  deployment: Deployment,
  changeId: string,
  principal: Principal,
): Promise<ProjectUndo> {
  const actor = principal.name
  const context: ChangeContext = { actor, at: services.now() }
  const { changed, answer } = await services.change(
    deployment.id,
    actor,
    async (transaction) => {
      const change = await readUndoable(transaction, deployment.id, changeId, context.at)
      if (change.kind === 'merge' && !hasScope(principal, 'admin'))
        throw new HttpError(403, 'Undoing a merge needs the scope `admin`.')
      const { row, left } = await undo(transaction, change, context)
      await transaction
        .updateTable('project_change')
        .set({ undone_at: context.at })
        .where('deployment_id', '=', deployment.id)
        .where('id', '=', change.id)
        .execute()
      await recordAudit(transaction, {
        deploymentId: deployment.id,
        at: context.at,
        actor,
        action: 'project.change_undone',
        target: row.name,
        detail: { id: row.id, kind: change.kind, change: change.id, ...left },
      })
      const changed =
        change.kind === 'rename' ? [] : [change.project_id, change.other_id ?? change.project_id]
      return { changed, answer: { project: toProject(row), left } }
    },
    { event: 'project.changed' },
    { event: 'scan.completed' },
  )
  await followProjects(services, deployment, actor, changed)
  return answer
}

async function undo(
  transaction: ChangeTransaction,
  change: ProjectChange,
  by: ChangeContext,
): Promise<UndoneChange> {
  if (change.kind === 'rename') return { row: await undoRename(transaction, change), left: nothingLeft }
  return change.kind === 'merge' ? undoMerge(transaction, change, by) : undoSplit(transaction, change, by)
}

async function readUndoable(
  reader: Reader,
  deploymentId: number,
  changeId: string,
  now: number,
): Promise<ProjectChange> {
  const id = ownId(changeId)
  const change =
    id === null
      ? undefined
      : await reader
          .selectFrom('project_change')
          .selectAll()
          .where('deployment_id', '=', deploymentId)
          .where('id', '=', id)
          .executeTakeFirst()
  if (!change) throw notFound('change')
  if (change.undone_at !== null) throw new HttpError(409, 'This change was already undone.')
  if (undoableUntil(change.at, now) === null) throw new HttpError(409, 'This change is older than 24 hours.')
  if (change.kind !== 'rename') await assertLatest(reader, change)
  return change
}

/** @throws HttpError 409 if one of the projects was merged or split since. */
async function assertLatest(reader: Reader, change: ProjectChange): Promise<void> {
  const projects = [change.project_id, change.other_id ?? change.project_id]
  const later = await reader
    .selectFrom('project_change')
    .select(['id', 'kind'])
    .where('deployment_id', '=', change.deployment_id)
    .where('id', '>', change.id)
    .where('kind', '<>', 'rename')
    .where('undone_at', 'is', null)
    .where((eb) => eb.or([eb('project_id', 'in', projects), eb('other_id', 'in', projects)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (later)
    throw new HttpError(409, `A ${later.kind} of the project followed. Undo change ${later.id} first.`)
}

interface Rename {
  from: string
  to: string
  /** The project of which `to` was a former name. */
  tookFrom: number | null
}

/** Gives a project its name back. The other one then means the project again that it meant before. */
async function undoRename(transaction: ChangeTransaction, change: ProjectChange): Promise<ProjectRow> {
  const { deploymentId } = transaction
  // parse: written by us with the change.
  const { from, to, tookFrom } = parseStored<Rename>(change.detail_json)
  const row = await readChanged(transaction, deploymentId, change.project_id)
  if (row.name !== to) throw new HttpError(409, `The project was renamed to ${row.name} since.`)
  const released = await releaseName(transaction, deploymentId, from)
  if (released !== row.id) throw new HttpError(409, `The name ${from} was reused since.`)
  const project = await updateProject(transaction, row.id, { name: from })
  const holder = tookFrom === null ? row.id : await stillThere(transaction, tookFrom, row.id)
  await keepFormerName(transaction, deploymentId, to, holder)
  await renameReferences(transaction, deploymentId, to, from)
  return project
}

async function stillThere(transaction: ChangeTransaction, id: number, otherwise: number): Promise<number> {
  const row = await transaction
    .selectFrom('project')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.id ?? otherwise
}
