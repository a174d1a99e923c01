import type { Selectable } from 'kysely'
import type { ProjectChangeAnswer, ProjectConflict } from '#contract/responses/projects.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { formerNamesOf } from '#server/db/project-name.ts'
import type { ProjectSplitTable } from '#server/db/project-tables.ts'
import type { RefTable } from '#server/db/tables.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { type ProjectRow, readProjectByName } from '#server/records/projects/project.ts'
import { type Reference, renameReferences } from '#server/records/projects/references.ts'
import { followProjects } from '#server/scans/import/majority-texts.ts'
import { countEffects } from './effects.ts'
import { countEqual } from './equal-findings.ts'
import { mergeRows } from './merge-rows.ts'
import { assertNoConflict, insertChange, setDetail, toChangeAnswer } from './project-change.ts'
import { type OwnRows, readOwnRows } from './rows.ts'

/** What undoing a merge needs, beside the rows that were moved. */
export interface Merge {
  /** The project that it was merged into. */
  into: number
  /** As it was, its names, its refs, and what named it. */
  project: ProjectRow
  names: string[]
  refs: Selectable<RefTable>[]
  references: Reference[]
  rows: OwnRows
  /** Of the other one, those that changed, as they were. */
  changed: Selectable<RefTable>[]
  /** When it was merged, and the newest scan of the deployment then. */
  at: number
  lastScan: number
  /** Folders that were split off from it or for it. */
  splits: Selectable<ProjectSplitTable>[]
}

/**
 * Merges a project into another, which keeps its settings. Its names mean the other one from then on.
 * @throws HttpError 404, 409 if both are the same.
 * Source: docs/api.md#projects.
 */
export async function mergeProject(
  services: Services,
  deployment: Deployment,
  name: string,
  actor: string,
  { into, preview }: { into: string; preview?: boolean | null | undefined },
): Promise<ProjectChangeAnswer> {
  const { read } = services.database
  const current = await readProjectByName(read, deployment.id, name)
  const target = await readProjectByName(read, deployment.id, into)
  const effects = {
    ...(await countEffects(read, current, null)),
    united: await countEqual(read, deployment.id, current.id, target.id),
  }
  if (preview) return toChangeAnswer(target, effects, null, conflictsOf(current, target))
  const at = services.now()
  const answer = await services.columns.withoutFiles(deployment.id, () =>
    services.change(
      deployment.id,
      actor,
      async (transaction) => {
        const row = await readProjectByName(transaction, deployment.id, name)
        const project = await readProjectByName(transaction, deployment.id, into)
        assertNoConflict(conflictsOf(row, project))
        const id = await merge(transaction, row, project, { actor, at })
        await recordAudit(transaction, {
          deploymentId: deployment.id,
          at,
          actor,
          action: 'project.merged',
          target: row.name,
          detail: {
            ...{ id: row.id, change: id, into: project.name },
            ...{ findings: effects.findings, scans: effects.scans },
          },
        })
        return toChangeAnswer(await readProjectByName(transaction, deployment.id, into), effects, { id, at })
      },
      { event: 'project.changed' },
      { event: 'scan.completed' },
    ),
  )
  await followProjects(services, deployment, actor, [target.id])
  return answer
}

const conflictsOf = (row: ProjectRow, into: ProjectRow): ProjectConflict[] =>
  row.id === into.id ? [{ reason: 'same', detail: `${row.name} cannot be merged into itself.` }] : []

async function merge(
  transaction: ChangeTransaction,
  row: ProjectRow,
  into: ProjectRow,
  context: { actor: string; at: number },
): Promise<number> {
  const { deploymentId } = transaction
  const refs = await transaction
    .selectFrom('ref')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', row.id)
    .orderBy('id')
    .execute()
  const former = await formerNamesOf(transaction, deploymentId, row.id)
  const references = await renameReferences(transaction, deploymentId, row.name, into.name)
  const names = [row.name, ...former]
  const rows = await readOwnRows(transaction, row.id)
  const splits = await transaction
    .selectFrom('project_split')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where((eb) => eb.or([eb('project_id', '=', row.id), eb('target_id', '=', row.id)]))
    .execute()
  const { max: lastScan } = await transaction
    .selectFrom('scan')
    .select((eb) => eb.fn.max('id').as('max'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  const change = { kind: 'merge', projectId: row.id, otherId: into.id } as const
  const id = await insertChange(transaction, context, change)
  const changed = await mergeRows(transaction, { row, into, refs, rows, changeId: id, ...context })
  const { at } = context
  const detail: Merge = {
    ...{ into: into.id, project: row, names, refs, references, rows, splits, changed, at },
    lastScan: Number(lastScan ?? 0),
  }
  await setDetail(transaction, id, detail)
  await transaction
    .insertInto('project_alias')
    .values(names.map((name) => ({ deployment_id: deploymentId, name, project_id: into.id })))
    .execute()
  return id
}
