import { sql } from 'kysely'
import { recordAudit } from '#server/audit/public.ts'
import type { Writer } from '#server/db/database.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { projectNamed } from './project.ts'

/**
 * Deletes a project with its findings, their histories, its scans, refs and dependencies, in one transaction. What
 * people decided stays in the list of decisions, whose undoing says of these findings that they are no longer there;
 * so do the audit log and the records of SBOM exports.
 * @throws Refusal 404 for an unknown project. Source: API decisions, "Projects".
 */
export async function deleteProject(
  services: Services,
  deployment: Deployment,
  name: string,
  actor: string,
): Promise<void> {
  const { id } = await projectNamed(services.database.read, deployment.id, name)
  await services.change(
    deployment.id,
    async (transaction) => {
      const row = await projectNamed(transaction, deployment.id, name)
      const gone = await deleteAll(transaction, deployment.id, row.id)
      await recordAudit(transaction, {
        deploymentId: deployment.id,
        at: services.now(),
        actor,
        action: 'project.deleted',
        target: name,
        detail: { id: row.id, ...gone },
      })
    },
    { event: 'project.changed', id: String(id) },
  )
}

/** Deletes what hangs on others before what it hangs on. @returns how much of what people know was deleted. */
async function deleteAll(transaction: Writer, deploymentId: number, projectId: number) {
  const findings = transaction.selectFrom('finding').select('id').where('project_id', '=', projectId)
  const refs = transaction.selectFrom('ref').select('id').where('project_id', '=', projectId)
  await transaction.deleteFrom('finding_event').where('finding_id', 'in', findings).execute()
  await transaction.deleteFrom('finding_detail').where('finding_id', 'in', findings).execute()
  await transaction.deleteFrom('finding_evidence').where('finding_id', 'in', findings).execute()
  await transaction.deleteFrom('finding_match').where('finding_id', 'in', findings).execute()
  for (const table of ['flaw_exclusion', 'fingerprint_alias', 'retired_source', 'message'] as const)
    await transaction.deleteFrom(table).where('project_id', '=', projectId).execute()
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', deploymentId)
    .where('kind', '=', 'retired')
    .where(sql<boolean>`key glob ${`${projectId} *`}`)
    .execute()
  const counts = {
    findings: await transaction
      .deleteFrom('finding')
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow(),
    dependencies: await transaction
      .deleteFrom('dependency')
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow(),
    lockfiles: await transaction.deleteFrom('lockfile').where('ref_id', 'in', refs).executeTakeFirstOrThrow(),
    scans: await transaction
      .deleteFrom('scan')
      .where('deployment_id', '=', deploymentId)
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow(),
    refs: await transaction.deleteFrom('ref').where('project_id', '=', projectId).executeTakeFirstOrThrow(),
  }
  await transaction.deleteFrom('project').where('id', '=', projectId).execute()
  return Object.fromEntries(
    Object.entries(counts).map(([what, { numDeletedRows }]) => [what, Number(numDeletedRows)]),
  )
}
