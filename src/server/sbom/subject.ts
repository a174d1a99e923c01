import type { SbomSubject } from '#contract/answers/sbom.ts'
import { primaryRef } from '#contract/query.ts'
import { code, scanKinds, scanStatuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { impossible, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'
import type { Deployment } from '#server/http/services.ts'
import { countRows, rowsAtMost, tooManyWords } from './content.ts'

type Named = Pick<Deployment, 'id' | 'name'>

/** What an export describes: one ref of a repository as its newest full scan saw it, or a whole deployment. */
export interface Subject {
  projectId: number | null
  /** The project's or deployment's name. */
  name: string
  /** The repository's address. */
  url: string | null
  ref: string | null
  scanId: number | null
  commit: string | null
  /** When that scan was completed, milliseconds since 1970. */
  scannedAt: number | null
}

/** A subject, or as much of it as is known and why nothing can be said of it. */
interface Found extends Subject {
  reason: { pointer: string; detail: string } | null
}

interface Asked {
  repositoryId?: string | undefined
  ref?: string | undefined
}

/**
 * Finds what an export request means.
 * @throws Refusal 404 for an unknown repository, 422 for a ref that it does not have, that has no full scan, or of
 * which no lockfile is known. Source: docs/api.md#sbom-exports.
 */
export async function subjectOf(reader: Reader, deployment: Named, asked: Asked): Promise<Subject> {
  const { reason, ...subject } = await find(reader, deployment, asked)
  if (reason !== null) throw impossible([reason])
  return subject
}

/**
 * Tells what an export would describe, or why there can be none.
 * @throws Refusal 404 for an unknown repository. Source: docs/api.md#sbom-exports.
 */
export async function describedSubject(
  reader: Reader,
  deployment: Named,
  asked: Asked,
): Promise<SbomSubject> {
  const { reason, ...subject } = await find(reader, deployment, asked)
  const extent = { deploymentId: deployment.id, projectId: subject.projectId, ref: subject.ref }
  const rows = reason === null ? await countRows(reader, extent) : null
  const isTooMany = rows !== null && rows > rowsAtMost
  return {
    name: subject.name,
    ref: subject.ref,
    commit: subject.commit,
    scanId: subject.scanId,
    scannedAt: subject.scannedAt === null ? null : new Date(subject.scannedAt).toISOString(),
    dependencies: isTooMany ? null : rows,
    reason: isTooMany ? tooManyWords : (reason?.detail ?? null),
  }
}

async function find(reader: Reader, deployment: Named, asked: Asked): Promise<Found> {
  const wanted = asked.ref === primaryRef ? undefined : asked.ref || undefined
  if (asked.repositoryId === undefined) return wholeDeployment(reader, deployment, wanted)
  const project = await reader
    .selectFrom('project')
    .selectAll()
    .where('deployment_id', '=', deployment.id)
    .where('id', '=', ownId(asked.repositoryId) ?? -1)
    .executeTakeFirst()
  if (!project) throw notFound('repository')
  const name =
    wanted === undefined
      ? project.primary_branch
      : wanted.startsWith('refs/')
        ? wanted
        : `refs/heads/${wanted}`
  const subject = { ...unscanned, projectId: project.id, name: project.name, url: project.url, ref: name }
  const none = (detail: string) => ({ ...subject, reason: { pointer: '/ref', detail } })
  if (name === null) return none('The project has no primary branch. Specify a ref.')
  const ref = await reader
    .selectFrom('ref')
    .select('id')
    .where('project_id', '=', project.id)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!ref) return none(`The repository has no ref ${name}.`)
  const scan = await fullScanOf(reader, project, ref.id)
  if (!scan) return none(`${name} has no full scan, so its dependencies are unknown.`)
  const found = { ...subject, scanId: scan.id, commit: scan.commit, scannedAt: scan.completed_at }
  if (await hasLockfile(reader, ref.id)) return { ...found, reason: null }
  // An empty file would state that there are none.
  const detail = `No scan of ${name} has reported a lockfile, so its dependencies are unknown.`
  return { ...found, reason: { pointer: '/ref', detail } }
}

const unscanned = { projectId: null, url: null, ref: null, scanId: null, commit: null, scannedAt: null }

/**
 * The newest completed full scan, before others one that reported lockfiles which still stand. Scans are found by their
 * project: a ref has no index of them.
 */
function fullScanOf(reader: Reader, project: { id: number; deployment_id: number }, refId: number) {
  return reader
    .selectFrom('scan')
    .select(['scan.id', 'scan.commit', 'scan.completed_at'])
    .where('scan.deployment_id', '=', project.deployment_id)
    .where('scan.project_id', '=', project.id)
    .where('scan.ref_id', '=', refId)
    .where('scan.kind', '=', code(scanKinds, 'full'))
    .where('scan.status', '=', code(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .orderBy(
      (of) =>
        of.exists(
          of
            .selectFrom('lockfile')
            .select('lockfile.id')
            .whereRef('lockfile.scan_id', '=', 'scan.id')
            .where('lockfile.ref_id', '=', refId),
        ),
      'desc',
    )
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .executeTakeFirst()
}

async function hasLockfile(reader: Reader, refId: number): Promise<boolean> {
  const one = reader.selectFrom('lockfile').select('id').where('ref_id', '=', refId).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

async function wholeDeployment(reader: Reader, deployment: Named, ref: string | undefined): Promise<Found> {
  const subject = { ...unscanned, name: deployment.name }
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
