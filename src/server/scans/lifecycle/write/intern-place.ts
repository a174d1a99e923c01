import type { Selectable } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { mergeQueueOf, mergeQueuePeriod } from '#server/db/merge-queue.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import type { ProjectTable, RefTable } from '#server/db/tables.ts'
import {
  insertProject,
  insertRef,
  keepRefUntil,
  shownBranch,
  updateProject,
} from '#server/records/projects/writes.ts'
import type { ReportedSource } from '#server/reports/report/report.ts'

/** The primary branch of a project without a setting. Source: docs/api.md#scans. */
export const defaultBranch = 'refs/heads/main'

/**
 * The project of a scan, which is created if it does not exist. A URL from the request replaces the stored one; a URL from
 * the file is only used if there is none.
 */
export async function internProject(
  transaction: ChangeTransaction,
  identity: {
    deploymentId: number
    name: string
    url: string | null
    urlInFile: string | null
    ref: string | null
    /** The creation time of a new project, milliseconds since 1970. */
    since: number
  },
): Promise<Selectable<ProjectTable>> {
  const known = await transaction
    .selectFrom('project')
    .selectAll()
    .where('deployment_id', '=', identity.deploymentId)
    .where('id', '=', projectIdNamed(identity.deploymentId, identity.name))
    .executeTakeFirst()
  if (known) {
    const url = identity.url ?? known.url ?? identity.urlInFile
    if (url === known.url) return known
    return updateProject(transaction, known.id, { url })
  }
  // Neither the ref of a pull request nor the branch of a merge queue can be the primary branch.
  const queue = mergeQueueOf(identity.ref)
  const branch = queue ? queue.target : identity.ref
  const primary = branch?.startsWith('refs/heads/') ? branch : defaultBranch
  return insertProject(transaction, {
    name: identity.name,
    url: identity.url ?? identity.urlInFile,
    tags_json: '[]',
    default_branch: primary,
    primary_branch: primary,
    managed_full: 0,
    managed_diff: 0,
    latest_scan_at: null,
    created_at: identity.since,
  })
}

/**
 * The ref of a scan, which is created if it does not exist. The branch of a merge queue is kept for seven days from now.
 * @param now milliseconds since 1970.
 */
export async function internRef(
  transaction: ChangeTransaction,
  project: Selectable<ProjectTable>,
  name: string,
  now: number,
): Promise<Selectable<RefTable>> {
  const expiresAt = mergeQueueOf(name) ? now + mergeQueuePeriod : null
  const known = await transaction
    .selectFrom('ref')
    .selectAll()
    .where('deployment_id', '=', project.deployment_id)
    .where('project_id', '=', project.id)
    .where('name', '=', name)
    .executeTakeFirst()
  if (known) {
    if (expiresAt !== null) await keepRefUntil(transaction, known.id, expiresAt)
    return known
  }
  // Beside a branch that was the primary one before, it becomes it with its first full scan.
  const isPrimary =
    name === project.primary_branch &&
    (await shownBranch(transaction, project.deployment_id, project.id)) === null
  return insertRef(transaction, {
    project_id: project.id,
    name,
    is_primary: Number(isPrimary),
    latest_scan_at: null,
    expires_at: expiresAt,
  })
}

/** The id of a source, a tool with its category. Source: docs/api.md#lifecycle. */
export async function internSource(
  transaction: Writer,
  deploymentId: number,
  source: ReportedSource,
): Promise<number> {
  const category = source.category ?? ''
  const known = await transaction
    .selectFrom('scan_source')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('tool', '=', source.tool)
    .where('category', '=', category)
    .executeTakeFirst()
  if (known) return known.id
  const id = await takeId(transaction, deploymentId, 'scan_source')
  await transaction
    .insertInto('scan_source')
    .values({ deployment_id: deploymentId, id, tool: source.tool, category })
    .execute()
  return id
}
