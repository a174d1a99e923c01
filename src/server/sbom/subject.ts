import type { SbomRequest } from '#contract/sbom.ts'
import { code, scanKinds, scanStatuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { impossible, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'
import type { Deployment } from '#server/http/services.ts'

/** What an export describes: one ref of a repository as its newest full scan saw it, or a whole deployment. */
export interface Subject {
  projectId: number | null
  /** The project's or deployment's name. */
  name: string
  ref: string | null
  scanId: number | null
  commit: string | null
}

/**
 * Finds what an export request means.
 * @throws Refusal 404 for an unknown repository, 422 for a ref that it does not have or that has no full scan.
 * Source: API description, "POST …/sbom/export"; API decisions, "SBOM exports".
 */
export async function subjectOf(
  reader: Reader,
  deployment: Deployment,
  request: SbomRequest,
): Promise<Subject> {
  const asked = request.ref || undefined
  if (request.repositoryId === undefined) {
    if (asked !== undefined) throw wrongRef('A ref needs the repositoryId that it belongs to.')
    return wholeDeployment(reader, deployment)
  }
  const project = await reader
    .selectFrom('project')
    .selectAll()
    .where('deployment_id', '=', deployment.id)
    .where('id', '=', ownId(request.repositoryId) ?? -1)
    .executeTakeFirst()
  if (!project) throw notFound('repository')
  const name =
    asked === undefined ? project.primary_branch : asked.startsWith('refs/') ? asked : `refs/heads/${asked}`
  if (name === null) throw wrongRef('The project has no primary branch: name a ref.')
  const ref = await reader
    .selectFrom('ref')
    .select('id')
    .where('project_id', '=', project.id)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!ref) throw wrongRef(`The repository has no ref ${name}.`)
  const scan = await fullScanOf(reader, ref.id)
  if (!scan) throw wrongRef(`${name} has no full scan, so nothing is known of its dependencies.`)
  return { projectId: project.id, name: project.name, ref: name, scanId: scan.id, commit: scan.commit }
}

/** The newest completed full scan, before others one that reported lockfiles which still stand. */
function fullScanOf(reader: Reader, refId: number) {
  return reader
    .selectFrom('scan')
    .select(['scan.id', 'scan.commit'])
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

async function wholeDeployment(reader: Reader, deployment: Deployment): Promise<Subject> {
  const scanned = await reader
    .selectFrom('scan')
    .innerJoin('ref', 'ref.id', 'scan.ref_id')
    .select('scan.id')
    .where('scan.deployment_id', '=', deployment.id)
    .where('ref.is_primary', '=', 1)
    .where('scan.kind', '=', code(scanKinds, 'full'))
    .where('scan.status', '=', code(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .limit(1)
    .executeTakeFirst()
  if (!scanned) {
    throw impossible([
      { pointer: '/repositoryId', detail: 'No project has a full scan of its primary branch yet.' },
    ])
  }
  return { projectId: null, name: deployment.name, ref: null, scanId: null, commit: null }
}

const wrongRef = (detail: string) => impossible([{ pointer: '/ref', detail }])
