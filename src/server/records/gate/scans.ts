import { sql } from 'kysely'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { namesOfProject } from '#server/db/project-name.ts'
import { jsonField, jsonInteger } from '#server/db/sql.ts'
import type { GateRequest } from './request.ts'

/** A scan as the gate compares it. */
export interface GateScan {
  id: number
  refId: number
  refName: string
  sourceId: number
  tool: string
  category: string | null
  status: number
  commit: string | null
  startedAt: number
  isHeld: boolean
  /** Whether it changed findings: it completed, or it failed and found something. */
  isApplied: boolean
  pullRequest: string | null
}

const completed = toCode(scanStatuses, 'SCAN_STATUS_COMPLETED')
const failed = toCode(scanStatuses, 'SCAN_STATUS_ERROR')
const full = toCode(scanKinds, 'full')

/** Whether a scan was applied: that of a failed run has the results of which it changed something. */
const isApplied = sql<boolean>`(scan.status = ${sql.lit(completed)} or scan.status = ${sql.lit(failed)} and ${sql.join(
  (['new', 'unchanged', 'reopened'] as const).map(
    (name) => sql`coalesce(${jsonInteger(sql.ref('scan.report_json'), name)}, 0)`,
  ),
  sql` + `,
)} > 0)`

function gateScans(reader: Reader, deploymentId: number, projectId: number) {
  return (
    reader
      .selectFrom('scan')
      .innerJoin('ref', (join) =>
        join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
      )
      .innerJoin('scan_source as source', (join) =>
        join
          .onRef('source.deployment_id', '=', 'scan.deployment_id')
          .onRef('source.id', '=', 'scan.source_id'),
      )
      .select([
        'scan.id',
        'scan.ref_id as refId',
        'ref.name as refName',
        'scan.source_id as sourceId',
        'source.tool',
        'source.category',
        'scan.status',
        'scan.commit',
        'scan.started_at as startedAt',
        'scan.hold_json',
        sql<number>`case when ${isApplied} then 1 else 0 end`.as('is_applied'),
        jsonField(sql.ref('scan.meta_json'), 'pull_request_id').as('pullRequest'),
      ])
      .where('scan.deployment_id', '=', deploymentId)
      .where('scan.project_id', '=', projectId)
      // What earlier scans of a deleted branch found is removed, so that comparing it would find nothing.
      .where(sql<boolean>`scan.id > coalesce(ref.deleted_scan_id, 0)`)
      .orderBy('scan.started_at', 'desc')
      .orderBy('scan.id', 'desc')
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof gateScans>['executeTakeFirstOrThrow']>>

const toGateScan = ({
  hold_json: hold,
  is_applied: applied,
  category,
  pullRequest,
  ...row
}: Row): GateScan => ({
  ...row,
  category: category || null,
  isHeld: hold !== null,
  isApplied: applied === 1,
  pullRequest: pullRequest === null ? null : String(pullRequest),
})

/** The newest scan of each source for a commit, on one ref: the requested one, else that of the newest scan. */
export async function scansOfCommit(
  reader: Reader,
  { deploymentId, project, commit, ref }: GateRequest,
): Promise<GateScan[]> {
  if (commit === null) return []
  const query = gateScans(reader, deploymentId, project.id).where('scan.commit', '=', commit)
  const rows = (await (ref === null ? query : query.where('ref.name', '=', ref)).execute()).map(toGateScan)
  const bySource = new Map<number, GateScan>()
  for (const scan of rows)
    if (scan.refId === rows[0]?.refId && !bySource.has(scan.sourceId)) bySource.set(scan.sourceId, scan)
  return [...bySource.values()].sort((left, right) => left.sourceId - right.sourceId)
}

/** The newest scan that names a commit, on a ref of a project or, for null, on any; null if there is none. */
export async function newestWithCommit(
  reader: Reader,
  { deploymentId, projectId, ref }: { deploymentId: number; projectId: number; ref: string | null },
): Promise<GateScan | null> {
  const query = gateScans(reader, deploymentId, projectId).where('scan.commit', 'is not', null)
  const row = await (ref === null ? query : query.where('ref.name', '=', ref)).limit(1).executeTakeFirst()
  return row ? toGateScan(row) : null
}

/** The commit of the newest scan on a ref of a project; null if there is none with a commit. */
export async function newestCommit(
  reader: Reader,
  { deploymentId, project, ref }: Pick<GateRequest, 'deploymentId' | 'project' | 'ref'>,
): Promise<string | null> {
  const scan = await newestWithCommit(reader, { deploymentId, projectId: project.id, ref })
  return scan?.commit ?? null
}

/** The newest scan of a source on a ref that was applied. */
export async function newestOnRef(
  reader: Reader,
  deploymentId: number,
  projectId: number,
  { refId, sourceId }: { refId: number; sourceId: number },
): Promise<GateScan | null> {
  const row = await gateScans(reader, deploymentId, projectId)
    .where('scan.source_id', '=', sourceId)
    .where('scan.ref_id', '=', refId)
    .where(isApplied)
    .limit(1)
    .executeTakeFirst()
  return row ? toGateScan(row) : null
}

/** The newest completed full scan of a source on a ref, other than `scan` and not after it where it is the same ref. */
export async function baseScan(
  reader: Reader,
  deploymentId: number,
  projectId: number,
  scan: GateScan,
  refId: number,
): Promise<GateScan | null> {
  const query = gateScans(reader, deploymentId, projectId)
    .where('scan.source_id', '=', scan.sourceId)
    .where('scan.ref_id', '=', refId)
    .where('scan.kind', '=', full)
    .where('scan.status', '=', completed)
    .where('scan.id', '<>', scan.id)
  const row = await (refId === scan.refId ? query.where('scan.started_at', '<=', scan.startedAt) : query)
    .limit(1)
    .executeTakeFirst()
  return row ? toGateScan(row) : null
}

/** The runs of a source that failed on the ref of a base since it was scanned, by their ids. */
export async function failedRunsSince(
  reader: Reader,
  deploymentId: number,
  projectId: number,
  base: GateScan,
): Promise<number[]> {
  const rows = await reader
    .selectFrom('scan')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('source_id', '=', base.sourceId)
    .where('ref_id', '=', base.refId)
    .where('status', '=', failed)
    .where('started_at', '>=', base.startedAt)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a file of the commit is received, but not imported yet: a job, or parts of a scan. */
export async function isImporting(
  reader: Reader,
  { deploymentId, project, commit }: GateRequest,
  now: number,
): Promise<boolean> {
  const row = await reader
    .selectFrom('stored_report')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        and([eb('kind', '=', 'part'), eb('expires_at', '>', now)]),
        and([
          eb('kind', '=', 'import'),
          exists(
            selectFrom('job')
              .select('job.id')
              .where('job.deployment_id', '=', deploymentId)
              .where('job.kind', '=', 'import')
              .where('job.state', 'in', ['queued', 'running'])
              .whereRef(sql`cast(job.id as text)`, '=', 'stored_report.key'),
          ),
        ]),
      ]),
    )
    .where(jsonField(sql.ref('facts_json'), 'project'), 'in', namesOfProject(deploymentId, project.id))
    .where(jsonField(sql.ref('facts_json'), 'commit'), '=', commit)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the tool says that its run failed. */
export const isFailed = ({ status }: GateScan): boolean => status === failed

/** The project, ref and commit of a scan; undefined if the deployment has no such scan. */
export async function scanToGate(reader: Reader, deploymentId: number, id: number | null) {
  if (id === null) return undefined
  return reader
    .selectFrom('scan')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .select(['scan.project_id as projectId', 'scan.commit', 'ref.name as refName'])
    .where('scan.deployment_id', '=', deploymentId)
    .where('scan.id', '=', id)
    .executeTakeFirst()
}
