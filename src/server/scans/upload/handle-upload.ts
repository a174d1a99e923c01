import type { CreateScanAnswer, ImportAnswer, WaitingAnswer } from '#contract/responses/scans.ts'
import { reads } from '#server/base/telemetry/events.ts'
import { currentName, projectIdNamed } from '#server/db/project-name.ts'
import { HttpError } from '#server/http/errors.ts'
import { hasScope, type Principal } from '#server/http/principal.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { freeName } from '#server/records/projects/names.ts'
import { decodeReport } from '#server/reports/report/stored-report.ts'
import { createScanFrom, factsOf, type ReadFile } from '../import/create-scan.ts'
import { createImportJob, readImport } from '../import/import-job.ts'
import { deleteReports } from '../import/stored-reports.ts'
import { smallFile } from '../reading/small-file.ts'
import { ImportTurn } from './import-turn.ts'
import { readUpload, type UploadBounds } from './read-upload.ts'
import type { ReceivedUpload } from './receive-upload.ts'
import { type JoinedParts, joinParts } from './scan-parts.ts'
import type { UploadFacts } from './upload-query.ts'

/** Uploads above these limits continue as jobs, so that the client does not wait. Source: docs/api.md#scans. */
const syncLimits = { bytes: 10 * 1024 * 1024, milliseconds: 30_000 }

export type UploadAnswer =
  | { status: 200 | 201; body: CreateScanAnswer }
  | { status: 202; body: ImportAnswer | WaitingAnswer }

/** How an upload is read: its limits, its media type, and the signal that its client has gone. */
interface Reading {
  bounds: UploadBounds
  mediaType: string | undefined
  gone: AbortSignal
  /** When the request began, as `performance.now()`. */
  began: number
}

/** Reads and imports a received file when it is its turn. */
export async function importUpload(
  services: Services,
  { deployment, principal }: { deployment: Deployment; principal: Principal },
  upload: UploadFacts,
  received: ReceivedUpload,
  { bounds, mediaType, gone, began }: Reading,
): Promise<UploadAnswer> {
  const { bytes, digest, renamedFiles } = received
  const turn = new ImportTurn(services.imports, gone)
  try {
    await (bytes > smallFile ? turn.grow() : turn.beginSmall())
    const { category, checkout, format } = upload
    const triagesAs = hasScope(principal, 'findings:triage') ? principal.name : null
    const options = { salt: deployment.secret_salt, category, checkout, format, triagesAs, mediaType }
    const reading = () => readUpload(received, bounds, { ...options, grow: () => turn.grow() })
    const report = await reads.tracePromise(reading, { startedAt: performance.now() })
    turn.wasRead()
    if (upload.reuseName) await freeName(services, deployment, upload.project, principal.name)
    const read = { report, digest, bytes, took: performance.now() - began }
    return await handleUpload(services, deployment, principal, { ...upload, renamedFiles }, read, turn)
  } finally {
    turn.end()
  }
}

/**
 * Handles a parsed file: applies it, stores it as one of several parts, or creates a job for it.
 * @param took milliseconds since the request began.
 */
async function handleUpload(
  services: Services,
  deployment: Deployment,
  principal: Principal,
  sent: UploadFacts,
  read: ReadFile & { bytes: number; took: number },
  turn: ImportTurn,
): Promise<UploadAnswer> {
  const project = await currentName(services.database.read, deployment.id, sent.project)
  const upload = { ...sent, project }
  let file: ReadFile = read
  let parts: JoinedParts | null = null
  if (upload.part) {
    const facts = factsOf(deployment, upload, read, services.now())
    const joinedParts = await joinParts(services, deployment, upload.part, facts, read, () => turn.grow())
    if (!('file' in joinedParts)) return { status: 202, body: joinedParts }
    parts = joinedParts
    file = joinedParts.file
  }
  const { renamedFiles } = parts ?? upload
  const facts = factsOf(deployment, { ...upload, renamedFiles }, file, services.now())
  const forgetParts = async (transaction: Parameters<typeof deleteReports>[0]) => {
    if (parts) await deleteReports(transaction, parts.reportKey)
  }
  const { applying } = services.imports
  const isLong = read.bytes > syncLimits.bytes || read.took > syncLimits.milliseconds
  const acquired = isLong ? false : await applying.within(syncLimits.milliseconds - read.took)
  if (!acquired && !upload.dryRun) {
    const id = await createImportJob(services, deployment, principal.name, facts, file.report, forgetParts)
    services.jobs.wake('job')
    return { status: 202, body: await readImport(services, deployment, String(id)) }
  }
  try {
    const report = await decodeReport(file.report.content)
    const { isNew: created, response } = await createScanFrom(
      services,
      deployment,
      principal.name,
      facts,
      report,
      {
        dryRun: upload.dryRun,
        ...(parts ? { runInTransaction: forgetParts } : {}),
      },
    )
    return { status: created ? 201 : 200, body: response }
  } finally {
    if (acquired) acquired()
  }
}

/**
 * Checks that the token of a request may apply a scan that would otherwise be held.
 * @throws HttpError 403 if neither the token nor the project's settings allow it.
 */
export async function assertMayAccept(
  services: Services,
  deployment: Deployment,
  principal: Principal,
  { acceptEmpty, project }: UploadFacts,
): Promise<void> {
  if (!acceptEmpty || hasScope(principal, 'projects:write')) return
  const row = await services.database.read
    .selectFrom('project')
    .select('ci_accepts_empty')
    .where('deployment_id', '=', deployment.id)
    .where('id', '=', projectIdNamed(deployment.id, project))
    .executeTakeFirst()
  if (row?.ci_accepts_empty === 1) return
  throw new HttpError(
    403,
    "`accept_empty` needs the scope `projects:write`, or the project's setting that its pipeline may accept such scans.",
  )
}
