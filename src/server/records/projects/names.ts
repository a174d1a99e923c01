import type { ProjectConflict } from '#contract/responses/projects.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { currentName, projectIdNamed } from '#server/db/project-name.ts'
import { HttpError } from '#server/http/errors.ts'
import { hasScope, type Principal } from '#server/http/principal.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import type { ProjectRow } from './project.ts'
import { renameReferences } from './references.ts'
import { updateProject } from './writes.ts'

/**
 * Why a project cannot have a name.
 * @param own the project that would have it; null for a new one.
 * @param mayReuse whether it may be a former name of another project.
 */
export async function nameConflicts(
  reader: Reader,
  deploymentId: number,
  name: string,
  own: number | null,
  mayReuse: boolean,
): Promise<ProjectConflict[]> {
  const holder = await reader
    .selectFrom('project')
    .select(['id', 'name'])
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', projectIdNamed(deploymentId, name))
    .executeTakeFirst()
  if (!holder) return []
  if (holder.name === name)
    return holder.id === own
      ? [{ reason: 'same', detail: `The project is already called ${name}.` }]
      : [{ reason: 'taken', detail: `There is a project called ${name}. Merge the project into it instead.` }]
  if (holder.id === own || mayReuse) return []
  return [
    {
      reason: 'former_name',
      detail: `${name} is a former name of ${holder.name}, where uploads under it arrive. An administrator can reuse the name with \`reuse_name\`.`,
    },
  ]
}

/**
 * Ends that a name is a former one. What is stored with it keeps naming the project that it meant.
 * @returns the id of that project; null if it was no former name.
 */
export async function releaseName(
  transaction: Writer,
  deploymentId: number,
  name: string,
): Promise<number | null> {
  const row = await transaction
    .deleteFrom('project_alias')
    .where('deployment_id', '=', deploymentId)
    .where('name', '=', name)
    .returning('project_id')
    .executeTakeFirst()
  if (!row) return null
  const { name: present } = await transaction
    .selectFrom('project')
    .select('name')
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', row.project_id)
    .executeTakeFirstOrThrow()
  await renameReferences(transaction, deploymentId, name, present)
  return row.project_id
}

/** Makes a name that no project has a former name of a project. */
export async function keepFormerName(
  transaction: Writer,
  deploymentId: number,
  name: string,
  projectId: number,
): Promise<void> {
  await transaction
    .insertInto('project_alias')
    .values({ deployment_id: deploymentId, name, project_id: projectId })
    .execute()
}

/** Gives a project another name, which is free. Its present one keeps meaning it. */
export async function setName(
  transaction: ChangeTransaction,
  row: ProjectRow,
  name: string,
): Promise<{ project: ProjectRow; tookFrom: number | null }> {
  const { deploymentId } = transaction
  const released = await releaseName(transaction, deploymentId, name)
  const project = await updateProject(transaction, row.id, { name })
  await keepFormerName(transaction, deploymentId, row.name, row.id)
  await renameReferences(transaction, deploymentId, row.name, name)
  return { project, tookFrom: released === row.id ? null : released }
}

/** Ends that a name is a former one, so that the next scan that names it makes a project. */
export async function freeName(
  services: Services,
  deployment: Deployment,
  name: string,
  actor: string,
): Promise<void> {
  const holder = await currentName(services.database.read, deployment.id, name)
  if (holder === name) return
  await services.change(
    deployment.id,
    actor,
    async (transaction) => {
      if ((await releaseName(transaction, deployment.id, name)) === null) return
      const detail = { formerNameOf: holder }
      const line = { deploymentId: deployment.id, at: services.now(), actor, target: name, detail }
      await recordAudit(transaction, { ...line, action: 'project.name_reused' })
    },
    { event: 'project.changed' },
  )
}

/** @returns whether a former name of another project may be used. @throws HttpError 403. */
export function assertMayReuse(principal: Principal, reuse: boolean | null | undefined): boolean {
  if (!reuse) return false
  if (!hasScope(principal, 'admin')) throw new HttpError(403, '`reuse_name` needs the scope `admin`.')
  return true
}
