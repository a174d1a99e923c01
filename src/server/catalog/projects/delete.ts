import { sql } from 'kysely'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeEvent } from '#server/changes/change-services.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { asFlag, jsonField, jsonItem, matchesPattern, valuesOf } from '#server/db/sql.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { describeRulesAnew } from '#server/records/policies/writes.ts'
import { readProjectByName } from '#server/records/projects/project.ts'
import { deleteProjectRow } from '#server/records/projects/writes.ts'

/**
 * Deletes a project with its findings, their histories, its scans, refs and dependencies, in one transaction. People's
 * decisions stay in the list of decisions, and undoing them reports that the findings no longer exist; the audit log
 * and the SBOM exports are kept too. All other data is removed from the database file, its log, and files beside it
 * once the database file is rewritten, which starts after the deletion.
 * @throws HttpError 404 for an unknown project. Source: docs/api.md#projects.
 */
export async function deleteProject(
  services: Services,
  deployment: Deployment,
  name: string,
  actor: string,
): Promise<void> {
  const event: ChangeEvent = { event: 'project.changed' }
  const remove = (removeFiles: () => void) =>
    services.change(
      deployment.id,
      actor,
      async (transaction, run) => {
        const row = await readProjectByName(transaction, deployment.id, name)
        event.id = String(row.id)
        const deleted = await deleteAll(transaction, row)
        await recordAudit(transaction, {
          deploymentId: deployment.id,
          at: services.now(),
          actor,
          action: 'project.deleted',
          target: name,
          detail: { id: row.id, ...deleted },
        })
        // The response does not wait for the purge: clients are notified of the deletion now.
        await run.purge()
        removeFiles()
      },
      event,
    )
  await services.columns.withoutFiles(deployment.id, remove)
}

/** @returns the numbers of deleted records that the audit log reports. */
async function deleteAll(transaction: ChangeTransaction, project: { id: number; name: string }) {
  const { deploymentId } = transaction
  const projectId = project.id
  const findings = await findingIdsOf(transaction, projectId)
  const lockfiles = await lockfileIdsOf(transaction, projectId)
  await deleteStoredReports(transaction, deploymentId, project)
  // Undoing needs the ids of decided findings, but not their comments.
  await transaction
    .updateTable('triage_change_item')
    .set({ triage_comment: null })
    .where('deployment_id', '=', deploymentId)
    .where('finding_id', 'in', valuesOf(findings))
    .where('triage_comment', 'is not', null)
    .execute()
  const rules = await rulesOf(transaction, deploymentId, projectId)
  const counts = {
    findings: findings.length,
    dependencies: await countOf(transaction, 'dependency', projectId),
    lockfiles: lockfiles.length,
    scans: await countOf(transaction, 'scan', projectId),
    refs: await countOf(transaction, 'ref', projectId),
  }
  await deleteProjectRow(transaction, projectId, { findings, lockfiles })
  // Some scanners describe a rule with the message of a finding. Such a rule then gets the message of a finding of
  // another project, or none until the next scan.
  await describeRulesAnew(transaction, rules)
  return counts
}

async function findingIdsOf(transaction: ChangeTransaction, projectId: number): Promise<number[]> {
  const rows = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('ref_id', 'in', refsOf(transaction, projectId))
    .execute()
  return rows.map(({ id }) => id)
}

async function lockfileIdsOf(transaction: ChangeTransaction, projectId: number): Promise<number[]> {
  const rows = await transaction
    .selectFrom('lockfile')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('ref_id', 'in', refsOf(transaction, projectId))
    .execute()
  return rows.map(({ id }) => id)
}

const refsOf = (transaction: ChangeTransaction, projectId: number) =>
  transaction
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', projectId)

async function countOf(
  transaction: ChangeTransaction,
  table: 'dependency' | 'scan' | 'ref',
  projectId: number,
): Promise<number> {
  const { count } = await transaction
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Deletes stored reports of the project's scans (held, partial, or queued), and the stored data of its retired sources.
 */
async function deleteStoredReports(
  transaction: Writer,
  deploymentId: number,
  { id: projectId, name }: { id: number; name: string },
) {
  const scans = transaction
    .selectFrom('scan')
    .select(sql<string>`cast(id as text)`.as('key'))
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', deploymentId)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'retired'), matchesPattern(sql.ref('key'), `${projectId} *`)]),
        eb.and([eb('kind', '=', 'held'), eb('key', 'in', scans)]),
        eb.and([eb('kind', '=', 'part'), sql<boolean>`${jsonItem(sql.ref('key'), 0)} = ${name}`]),
        eb.and([
          eb('kind', '=', 'import'),
          sql<boolean>`${jsonField(sql.ref('facts_json'), 'project')} = ${name}`,
        ]),
      ]),
    )
    .execute()
}

/** The project's rules, and whether a rule's message equals that of one of the project's findings. */
async function rulesOf(
  transaction: Reader,
  deploymentId: number,
  projectId: number,
): Promise<{ id: number; quotes: number }[]> {
  const { rows } = await sql<{ id: number; quotes: number }>`
    select rule.id, max(${asFlag(sql`coalesce(message.content, ${jsonField(sql.ref('finding.document_json'), 'rule_message')}) = rule.message`)}) as quotes
    from finding
      join rule on rule.deployment_id = finding.deployment_id and rule.id = finding.rule_id
      left join message on message.deployment_id = finding.deployment_id and message.id = finding.message_id
    where finding.deployment_id = ${deploymentId}
      and finding.ref_id in (select id from ref where deployment_id = ${deploymentId} and project_id = ${projectId})
    group by rule.id`.execute(transaction)
  return rows
}
