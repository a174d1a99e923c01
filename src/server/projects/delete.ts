import { sql } from 'kysely'
import { recordAudit } from '#server/audit/public.ts'
import type { ChangeEvent } from '#server/changes/public.ts'
import type { Writer } from '#server/db/database.ts'
import { jsonField, jsonItem, matchesPattern, valuesOf } from '#server/db/sql.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { readProjectByName } from './project.ts'

/**
 * Deletes a project with its findings, their histories, its scans, refs and dependencies, in one transaction. What
 * people decided stays in the list of decisions, whose undoing says of these findings that they are no longer there;
 * so do the audit log and the SBOM exports. Of all else nothing is left in the file, in its log, or beside them, once the
 * file was rewritten, which begins then.
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
        const deleted = await deleteAll(transaction, deployment.id, row)
        await recordAudit(transaction, {
          deploymentId: deployment.id,
          at: services.now(),
          actor,
          action: 'project.deleted',
          target: name,
          detail: { id: row.id, ...deleted },
        })
        // Nobody waits for it: pages hear of the deletion now.
        await run.purge()
        removeFiles()
      },
      event,
    )
  await services.columns.withoutFiles(deployment.id, remove)
}

/** Deletes what hangs on others before what it hangs on. @returns how much of what people know was deleted. */
async function deleteAll(transaction: Writer, deploymentId: number, project: { id: number; name: string }) {
  const projectId = project.id
  const findings = transaction.selectFrom('finding').select('id').where('project_id', '=', projectId)
  const refs = transaction.selectFrom('ref').select('id').where('project_id', '=', projectId)
  await transaction.deleteFrom('finding_event').where('finding_id', 'in', findings).execute()
  await transaction.deleteFrom('finding_detail').where('finding_id', 'in', findings).execute()
  await transaction.deleteFrom('finding_evidence').where('finding_id', 'in', findings).execute()
  await transaction.deleteFrom('finding_match').where('finding_id', 'in', findings).execute()
  for (const table of ['flaw_exclusion', 'fingerprint_alias', 'retired_source', 'message'] as const)
    await transaction.deleteFrom(table).where('project_id', '=', projectId).execute()
  await deleteStoredReports(transaction, deploymentId, project)
  // Undoing needs to know that they were decided, and not what people wrote of them.
  await transaction
    .updateTable('triage_change_item')
    .set({ triage_comment: null })
    .where('finding_id', 'in', findings)
    .where('triage_comment', 'is not', null)
    .execute()
  const rules = await rulesOf(transaction, projectId)
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
  await deleteUnusedMessages(transaction, deploymentId, rules)
  return Object.fromEntries(
    Object.entries(counts).map(([what, { numDeletedRows }]) => [what, Number(numDeletedRows)]),
  )
}

/** The reports of its scans that are held, in parts or on their way, and what its retired sources had. */
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
    .where((of) =>
      of.or([
        of.and([of('kind', '=', 'retired'), matchesPattern(sql.ref('key'), `${projectId} *`)]),
        of.and([of('kind', '=', 'held'), of('key', 'in', scans)]),
        of.and([of('kind', '=', 'part'), sql<boolean>`${jsonItem(sql.ref('key'), 0)} = ${name}`]),
        of.and([
          of('kind', '=', 'import'),
          sql<boolean>`${jsonField(sql.ref('facts_json'), 'project')} = ${name}`,
        ]),
      ]),
    )
    .execute()
}

const ruleMessage = jsonField(sql.ref('finding.document_json'), 'rule_message')

/** Its rules, and whether what one says of itself is what one of the project's findings says. */
async function rulesOf(transaction: Writer, projectId: number): Promise<{ id: number; quotes: number }[]> {
  const { rows } = await sql<{ id: number; quotes: number }>`
    select rule.id, max(coalesce(message.content, ${ruleMessage}) = rule.message) as quotes
    from finding join rule on rule.id = finding.rule_id left join message on message.id = finding.message_id
    where finding.ref_id in (select id from ref where project_id = ${projectId}) group by rule.id`.execute(
    transaction,
  )
  return rows
}

/**
 * Some scanners describe a rule by what they found with it: then a finding of another project describes it, else nothing
 * does until the next scan.
 */
async function deleteUnusedMessages(
  transaction: Writer,
  deploymentId: number,
  rules: readonly { id: number; quotes: number }[],
) {
  const ids = (some: typeof rules) => valuesOf(some.map(({ id }) => id))
  // One of them is as good as another; without any the message is null.
  await sql`update rule set message = (
      select coalesce(message.content, ${ruleMessage})
      from finding left join message on message.id = finding.message_id
      where finding.deployment_id = ${deploymentId} and finding.type in (0, 1, 2)
        and finding.rule_id = rule.id and finding.removed = 0 limit 1)
    where id in ${ids(rules)} and (
      id in ${ids(rules.filter(({ quotes }) => quotes === 1))}
      or not exists (select 1 from finding where finding.deployment_id = ${deploymentId}
        and finding.type in (0, 1, 2) and finding.rule_id = rule.id and finding.removed = 0))`.execute(
    transaction,
  )
}
