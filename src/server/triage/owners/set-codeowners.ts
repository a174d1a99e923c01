import type { Codeowners } from '#contract/responses/owners.ts'
import type { TeamActor } from '#server/access/teams/change-teams.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import { badRequest, notFound } from '#server/http/errors.ts'
import { parseCodeowners } from './codeowners.ts'
import { createOwnerJob, readOwnerFailure } from './owner-job.ts'

const maxListedLines = 100

/** A project, as its `CODEOWNERS` file is stored for it. */
interface Place {
  id: number
  name: string
}

/** @throws HttpError 400 without a name, 404. */
export async function projectNamed(
  reader: Reader,
  deploymentId: number,
  name: string | undefined,
): Promise<Place> {
  if (name === undefined) throw badRequest([{ parameter: 'project', detail: 'is missing' }])
  const row = await reader
    .selectFrom('project')
    .select(['id', 'name'])
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', projectIdNamed(deploymentId, name))
    .executeTakeFirst()
  if (!row) throw notFound('project')
  return row
}

/** The `CODEOWNERS` file of a project; null if it has none. */
export async function readCodeowners(
  reader: Reader,
  deploymentId: number,
  project: Place,
): Promise<Codeowners | null> {
  const row = await reader
    .selectFrom('project_codeowners')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', project.id)
    .executeTakeFirst()
  if (!row) return null
  const { lines, invalid } = parseCodeowners(row.content)
  return {
    content: row.content,
    uploaded: row.uploaded === 1,
    updatedAt: new Date(row.at).toISOString(),
    updatedBy: row.actor,
    lines: lines.length,
    invalid: invalid.slice(0, maxListedLines),
    failure: await readOwnerFailure(reader, deploymentId, project),
  }
}

/**
 * Sets or removes the `CODEOWNERS` file of a project, and creates the job that applies it. The caller wakes the job
 * runner.
 */
export async function setCodeowners(
  transaction: ChangeTransaction,
  project: Place,
  { content: sent, uploaded }: { content: string | null; uploaded: boolean },
  { actor, at }: TeamActor,
): Promise<void> {
  const { deploymentId } = transaction
  const content = sent && maskUrls(sent)
  const before = await readCodeowners(transaction, deploymentId, project)
  if (before?.content === content && before.uploaded === uploaded) return
  if (before === null && content === null) return
  await transaction
    .deleteFrom('project_codeowners')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', project.id)
    .execute()
  if (content !== null)
    await transaction
      .insertInto('project_codeowners')
      .values({
        deployment_id: deploymentId,
        project_id: project.id,
        content,
        uploaded: Number(uploaded),
        at,
        actor,
      })
      .execute()
  if (before?.content === content) return
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: 'project.codeowners_set',
    target: project.name,
    detail: { uploaded, ...changedLines(before?.content ?? '', content ?? '') },
  })
  await createOwnerJob(transaction, { project: project.id, actor, at })
}

/** The audit log lists this many of the lines that came and of those that went, and counts all. */
const maxLoggedLines = 50
const longestLine = 200

function changedLines(before: string, after: string) {
  const linesOf = (content: string) => new Set(content.split(/\r?\n/).filter((line) => line.trim() !== ''))
  const [former, present] = [linesOf(before), linesOf(after)]
  const [added, removed] = [[...present.difference(former)], [...former.difference(present)]]
  const listed = (lines: readonly string[]) =>
    lines.slice(0, maxLoggedLines).map((line) => line.slice(0, longestLine))
  return {
    from: former.size,
    to: present.size,
    count: added.length + removed.length,
    linesAdded: listed(added),
    linesRemoved: listed(removed),
  }
}

/** Why the `CODEOWNERS` file of a pipeline is not used; null if it is. */
export async function refusalOf(
  transaction: ChangeTransaction,
  project: Place,
  refName: string,
): Promise<string | null> {
  const { deploymentId } = transaction
  const ref = await transaction
    .selectFrom('ref')
    .select('is_primary')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', project.id)
    .where('name', '=', refName)
    .executeTakeFirst()
  if (ref?.is_primary !== 1) return 'The ref is not the primary branch of the project.'
  const set = await transaction
    .selectFrom('project_codeowners')
    .select('uploaded')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', project.id)
    .executeTakeFirst()
  return set?.uploaded === 0 ? 'Somebody has set the file of the project in Gatehouse, which is kept.' : null
}
