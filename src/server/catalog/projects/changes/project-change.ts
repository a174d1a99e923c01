import type { Selectable } from 'kysely'
import type { ProjectChangeAnswer, ProjectConflict, ProjectEffects } from '#contract/responses/projects.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import type { ProjectChangeTable } from '#server/db/project-tables.ts'
import { HttpError } from '#server/http/errors.ts'
import { formatInstant, type ProjectRow, toProject } from '#server/records/projects/project.ts'
import { undoPeriod } from '#server/triage/decisions/undo.ts'

export type ProjectChange = Selectable<ProjectChangeTable>

/** Who changes a project, and when. */
export interface ChangeContext {
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

/** @throws HttpError 409 with the first of the conflicts. */
export function assertNoConflict(conflicts: readonly ProjectConflict[]): void {
  const [first] = conflicts
  if (first) throw new HttpError(409, first.detail)
}

/** Stores a change, and deletes the places that changes stored which can no longer be undone. @returns its id. */
export async function insertChange(
  transaction: ChangeTransaction,
  { actor, at }: ChangeContext,
  change: { kind: 'rename' | 'merge' | 'split'; projectId: number; otherId?: number; detail?: object },
): Promise<number> {
  const { deploymentId } = transaction
  await transaction
    .deleteFrom('project_change_item')
    .where('deployment_id', '=', deploymentId)
    .where('change_id', 'in', (eb) =>
      eb
        .selectFrom('project_change')
        .select('id')
        .where('deployment_id', '=', deploymentId)
        .where('at', '<', at - undoPeriod),
    )
    .execute()
  const id = await takeId(transaction, deploymentId, 'project_change')
  await transaction
    .insertInto('project_change')
    .values({
      deployment_id: deploymentId,
      id,
      kind: change.kind,
      project_id: change.projectId,
      other_id: change.otherId ?? null,
      at,
      actor,
      detail_json: JSON.stringify(change.detail ?? {}),
      undone_at: null,
    })
    .execute()
  return id
}

/** Stores what undoing a change needs, once that is known. */
export async function setDetail(transaction: ChangeTransaction, id: number, detail: object): Promise<void> {
  await transaction
    .updateTable('project_change')
    .set({ detail_json: JSON.stringify(detail) })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .execute()
}

/** The response to a change, or to its preview, which has no id. */
export const toChangeAnswer = (
  row: ProjectRow,
  effects: ProjectEffects,
  made: { id: number; at: number } | null,
  conflicts: ProjectConflict[] = [],
): ProjectChangeAnswer => ({
  change: made && { id: made.id, undoable_until: formatInstant(made.at + undoPeriod) },
  project: toProject(row),
  effects,
  conflicts,
})

/** A project that a change is about. @throws HttpError 409 if it was deleted or merged since. */
export async function readChanged(reader: Reader, deploymentId: number, id: number): Promise<ProjectRow> {
  const row = await reader
    .selectFrom('project')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError(409, 'The project was deleted or merged since.')
  return row
}
