import { primaryRef } from '#contract/parameters/query.ts'
import type { SbomSubject } from '#contract/responses/sbom.ts'
import { refLabel, wholeRef } from '#lib/text/ref-label.ts'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { notFound, unprocessable } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import type { Deployment } from '#server/http/services.ts'
import { shownBranch } from '#server/records/projects/writes.ts'
import { countRows, maxRows, tooManyComponents } from './content.ts'

type NamedDeployment = Pick<Deployment, 'id' | 'name'>

/** The subject of an export: one ref of a repository as of its newest full scan, or a whole deployment. */
export interface Subject {
  projectId: number | null
  /** The project's or deployment's name. */
  name: string
  /** The repository's URL. */
  url: string | null
  ref: string | null
  scanId: number | null
  commit: string | null
  /** When that scan was completed, milliseconds since 1970. */
  scannedAt: number | null
}

/** A subject, or the known part of it and the reason why it cannot be exported. */
interface FoundSubject extends Subject {
  reason: { pointer: string; detail: string } | null
}

interface SubjectRequest {
  repositoryId?: string | undefined
  ref?: string | undefined
}

/**
 * Resolves the subject of an export request.
 * @throws HttpError 404 for an unknown repository, 422 for a ref that does not exist, that has no full scan, or that
 * has no known lockfile. Source: docs/api.md#sbom-exports.
 */
export async function subjectOf(
  reader: Reader,
  deployment: NamedDeployment,
  request: SubjectRequest,
): Promise<Subject> {
  const { reason, ...subject } = await findSubject(reader, deployment, request)
  if (reason === null) return subject
  const refs = (await exportableRefs(reader, deployment, subject)).map(refLabel)
  const offer = refs.length === 0 ? '' : ` Refs that can be exported: ${refs.join(', ')}.`
  throw unprocessable([{ ...reason, detail: `${reason.detail}${offer}` }])
}

/** The most refs that are offered in place of one that cannot be exported. */
const mostRefs = 10

/** The refs of a project that can be exported, those with the newest full scan first. */
async function exportableRefs(
  reader: Reader,
  { id: deploymentId }: NamedDeployment,
  { projectId }: Pick<Subject, 'projectId'>,
): Promise<string[]> {
  if (projectId === null) return []
  const rows = await reader
    .selectFrom('scan')
    .innerJoin('ref', (join) =>
      join.on('ref.deployment_id', '=', deploymentId).onRef('ref.id', '=', 'scan.ref_id'),
    )
    .select('ref.name')
    .where('scan.deployment_id', '=', deploymentId)
    .where('scan.project_id', '=', projectId)
    .where('scan.kind', '=', toCode(scanKinds, 'full'))
    .where('scan.status', '=', toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .where('ref.deleted_at', 'is', null)
    // Branches of merge queues are gone soon.
    .where('ref.expires_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('lockfile')
          .select('lockfile.id')
          .where('lockfile.deployment_id', '=', deploymentId)
          .whereRef('lockfile.ref_id', '=', 'ref.id'),
      ),
    )
    .groupBy('ref.name')
    .orderBy(({ fn }) => fn.max('scan.started_at'), 'desc')
    .orderBy('ref.name')
    .limit(mostRefs)
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Returns the subject that an export would describe, or why it is not possible.
 * @throws HttpError 404 for an unknown repository. Source: docs/api.md#sbom-exports.
 */
export async function describedSubject(
  reader: Reader,
  deployment: NamedDeployment,
  request: SubjectRequest,
): Promise<SbomSubject> {
  const { reason, ...subject } = await findSubject(reader, deployment, request)
  const extent = { deploymentId: deployment.id, projectId: subject.projectId, ref: subject.ref }
  const rows = reason === null ? await countRows(reader, extent) : null
  const isTooMany = rows !== null && rows > maxRows
  return {
    name: subject.name,
    ref: subject.ref,
    commit: subject.commit,
    scanId: subject.scanId,
    scannedAt: subject.scannedAt === null ? null : new Date(subject.scannedAt).toISOString(),
    dependencies: isTooMany ? null : rows,
    reason: isTooMany ? tooManyComponents : (reason?.detail ?? null),
    refs: reason === null ? [] : await exportableRefs(reader, deployment, subject),
  }
}

async function findSubject(
  reader: Reader,
  deployment: NamedDeployment,
  request: SubjectRequest,
): Promise<FoundSubject> {
  const requestedRef = request.ref === primaryRef ? undefined : request.ref || undefined
  if (request.repositoryId === undefined) return wholeDeployment(reader, deployment, requestedRef)
  const project = await reader
    .selectFrom('project')
    .selectAll()
    .where('deployment_id', '=', deployment.id)
    .where('id', '=', ownId(request.repositoryId) ?? -1)
    .executeTakeFirst()
  if (!project) throw notFound('repository')
  const shown = requestedRef === undefined ? await shownBranch(reader, deployment.id, project.id) : null
  const name = requestedRef === undefined ? (shown?.name ?? project.primary_branch) : wholeRef(requestedRef)
  const subject = { ...withoutScan, projectId: project.id, name: project.name, url: project.url, ref: name }
  const none = (detail: string) => ({ ...subject, reason: { pointer: '/ref', detail } })
  const never = 'The project was never scanned, so its dependencies are unknown.'
  const isScanned = project.latest_scan_at !== null
  if (name === null) return none(isScanned ? 'The project has no primary branch. Specify a ref.' : never)
  const ref = await reader
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', deployment.id)
    .where('project_id', '=', project.id)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!ref) {
    if (!isScanned) return none(never)
    return none(
      name === project.primary_branch
        ? `The primary branch ${name} is not scanned yet, so its dependencies are unknown.`
        : `The repository has no ref ${name}.`,
    )
  }
  const scan = await fullScanOf(reader, project, ref.id)
  if (!scan) return none(`${name} has no full scan, so its dependencies are unknown.`)
  const withScan = { ...subject, scanId: scan.id, commit: scan.commit, scannedAt: scan.completed_at }
  if (await hasLockfile(reader, deployment.id, ref.id)) return { ...withScan, reason: null }
  // An empty file would claim that there are no dependencies.
  const detail = `No scan of ${name} has reported a lockfile, so its dependencies are unknown.`
  return { ...withScan, reason: { pointer: '/ref', detail } }
}

const withoutScan = { projectId: null, url: null, ref: null, scanId: null, commit: null, scannedAt: null }

/**
 * The newest completed full scan, preferably one that reported lockfiles which still exist. Scans are selected by
 * project, since refs have no index of them.
 */
function fullScanOf(reader: Reader, project: { id: number; deployment_id: number }, refId: number) {
  return reader
    .selectFrom('scan')
    .select(['scan.id', 'scan.commit', 'scan.completed_at'])
    .where('scan.deployment_id', '=', project.deployment_id)
    .where('scan.project_id', '=', project.id)
    .where('scan.ref_id', '=', refId)
    .where('scan.kind', '=', toCode(scanKinds, 'full'))
    .where('scan.status', '=', toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .orderBy(
      (eb) =>
        eb.exists(
          eb
            .selectFrom('lockfile')
            .select('lockfile.id')
            .where('lockfile.deployment_id', '=', project.deployment_id)
            .whereRef('lockfile.scan_id', '=', 'scan.id')
            .where('lockfile.ref_id', '=', refId),
        ),
      'desc',
    )
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .executeTakeFirst()
}

async function hasLockfile(reader: Reader, deploymentId: number, refId: number): Promise<boolean> {
  const one = reader
    .selectFrom('lockfile')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('ref_id', '=', refId)
    .limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

async function wholeDeployment(
  reader: Reader,
  deployment: NamedDeployment,
  ref: string | undefined,
): Promise<FoundSubject> {
  const subject = { ...withoutScan, name: deployment.name }
  if (ref !== undefined) {
    const detail = '`ref` requires `repositoryId`.'
    return { ...subject, reason: { pointer: '/ref', detail } }
  }
  const reported = await reader
    .selectFrom('lockfile')
    .select('id')
    .where('deployment_id', '=', deployment.id)
    .where('on_primary', '=', 1)
    .limit(1)
    .executeTakeFirst()
  const detail = 'No scan of a primary branch has reported a lockfile yet.'
  return { ...subject, reason: reported ? null : { pointer: '/repositoryId', detail } }
}
