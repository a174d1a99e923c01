import type { Selectable } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Writer } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import type { ProjectTable, RefTable } from '#server/db/tables.ts'
import { insertProject, insertRef, updateProject } from '#server/projects/writes.ts'
import type { ReportedSource } from '../../report/report.ts'

/** The branch of a project that has not said otherwise. Source: docs/api.md#scans. */
export const defaultBranch = 'refs/heads/main'

/**
 * The project of a scan; made where it is not there yet. An address that is given
 * replaces the one known; one that only the file names fills a gap.
 */
export async function internProject(
  transaction: ChangeTransaction,
  made: {
    deploymentId: number
    name: string
    url: string | null
    urlInFile: string | null
    ref: string | null
    /** Since when a project exists that is made, milliseconds since 1970. */
    since: number
  },
): Promise<Selectable<ProjectTable>> {
  const known = await transaction
    .selectFrom('project')
    .selectAll()
    .where('deployment_id', '=', made.deploymentId)
    .where('name', '=', made.name)
    .executeTakeFirst()
  if (known) {
    const url = made.url ?? known.url ?? made.urlInFile
    if (url === known.url) return known
    return updateProject(transaction, known.id, { url })
  }
  // A pull request's ref is no branch that a project stands on.
  const primary = made.ref?.startsWith('refs/heads/') ? made.ref : defaultBranch
  return insertProject(transaction, {
    name: made.name,
    url: made.url ?? made.urlInFile,
    tags_json: '[]',
    default_branch: primary,
    primary_branch: primary,
    managed_full: 0,
    managed_diff: 0,
    latest_scan_at: null,
    created_at: made.since,
  })
}

/** The ref of a scan; made where it is not there yet. */
export async function internRef(
  transaction: ChangeTransaction,
  project: Selectable<ProjectTable>,
  name: string,
): Promise<Selectable<RefTable>> {
  const known = await transaction
    .selectFrom('ref')
    .selectAll()
    .where('deployment_id', '=', project.deployment_id)
    .where('project_id', '=', project.id)
    .where('name', '=', name)
    .executeTakeFirst()
  if (known) return known
  return insertRef(transaction, {
    project_id: project.id,
    name,
    is_primary: Number(name === project.primary_branch),
    latest_scan_at: null,
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
