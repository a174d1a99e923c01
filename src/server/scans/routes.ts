import {
  acceptScan,
  createScan,
  getImport,
  getScan,
  scanChanges,
  scanDurations,
  scanFacets,
  searchScans,
} from '#contract/operations/scans.ts'
import type { Reader } from '#server/db/database.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { badRequest, HttpError, notFound } from '#server/http/errors.ts'
import { limitKey, localOperator } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { whileWaiting } from '#server/http/request/while-waiting.ts'
import { addTotalHeaders } from '#server/http/response/page-links.ts'
import { type Call, handle, handlePublic, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { assertMayReuse } from '#server/records/projects/names.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'
import { changesOfScan } from './list/changes.ts'
import { durationsOfScans } from './list/durations.ts'
import { facetsOfScans } from './list/facets.ts'
import { type ScanRow, scanRows, toScan } from './list/scan.ts'
import { pageOfScans } from './list/search.ts'
import { summaryOfScan } from './list/summary.ts'
import type { UploadAnswer } from './upload/handle-upload.ts'
import { readUploadQuery } from './upload/upload-query.ts'

/** Adds the verdict on the commit to the answer of an upload. */
export type WithGate = (
  services: Services,
  deployment: Deployment,
  actor: string,
  answer: UploadAnswer,
  asked: { gate: 'true' | 'fail'; renamedFiles: readonly RenamedFile[] },
) => Promise<UploadAnswer>

/** The routes of scans. Source: docs/api.md#scans. */
export function scanRoutes(services: Services, withGate: WithGate): Route[] {
  const { read } = services.database
  return [
    handlePublic(getScan, async ({ deployment, path, query }) => {
      const row = await scanWithId(read, deployment.id, path.scanId)
      const scan = toScan(row)
      if (!query.include) return scan
      const summary = await withSnapshot(services.columns, deployment.id, (view) => summaryOfScan(view, row))
      return { ...scan, summary }
    }),

    handlePublic(scanChanges, async ({ deployment, path, query, request, reply }) => {
      const { what, page = 0, page_size: size = 100 } = query
      if (what === undefined) throw badRequest([{ parameter: 'what', detail: 'is missing' }])
      const row = await scanWithId(read, deployment.id, path.scanId)
      const { total, changes } = await withSnapshot(services.columns, deployment.id, (view) =>
        changesOfScan(view, row, what, { page, size }),
      )
      addTotalHeaders(services, request, reply, { page, pageSize: size, total, onward: false })
      return { changes }
    }),

    handle(searchScans, async ({ deployment, body, reply }) => {
      const { total, answer: response } = await pageOfScans(services.columns, deployment.id, body)
      reply.header('x-total-count', total)
      return response
    }),

    handle(scanFacets, ({ deployment, body }) => facetsOfScans(services.columns, deployment.id, body)),

    handle(scanDurations, ({ deployment, body }) =>
      durationsOfScans(services.columns, deployment.id, body, services.now()),
    ),

    handle(createScan, (call) => takeScan(services, call, withGate)),

    handle(acceptScan, async ({ deployment, path, principal, reply }) => {
      const { acceptHeldScan } = await import('./import/accept.ts')
      return whileWaiting(reply, (gone) =>
        acceptHeldScan(services, deployment, principal.name, ownId(path.scanId), gone),
      )
    }),

    handle(getImport, async ({ deployment, path }) => {
      const { readImport: importWithId } = await import('./import/import-job.ts')
      return importWithId(services, deployment, path.importId)
    }),
  ]
}

/** Reads and imports an uploaded file. */
async function takeScan(services: Services, call: Call<typeof createScan>, withGate: WithGate) {
  const { deployment, principal, query, request, reply } = call
  const upload = readUploadQuery(query, services.now())
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (!/^(identity|(x-)?gzip)$/i.test(encoding)) {
    throw new HttpError(415, `The encoding "${encoding.slice(0, 40)}" is not supported. Use gzip.`, {
      headers: { 'accept-encoding': 'gzip' },
    })
  }
  const declared = request.headers['content-length']
  // The readers of scanner files are loaded with the first upload.
  const [{ withUpload }, { localBounds, networkBounds }, { assertMayAccept, importUpload }] =
    await Promise.all([
      import('./upload/receive-upload.ts'),
      import('./upload/read-upload.ts'),
      import('./upload/handle-upload.ts'),
    ])
  const bounds = principal === localOperator ? localBounds : networkBounds
  const mediaType = request.headers['content-type']
  await assertMayAccept(services, deployment, principal, upload)
  assertMayReuse(principal, upload.reuseName)
  const began = performance.now()
  const length = declared === undefined ? null : Number(declared)
  const place = {
    folder: services.config.dataFolder,
    maxBytes: bounds.sent,
    budget: services.uploads,
    caller: limitKey(principal),
  }
  const { answer, renamedFiles } = await withUpload(
    request.body,
    { declared: length, mediaType },
    place,
    async (received) => {
      const answer = await whileWaiting(reply, (gone) =>
        importUpload(services, call, upload, received, { bounds, mediaType, gone, began }),
      )
      return { answer, renamedFiles: received.renamedFiles }
    },
  )
  const { status, body } = upload.gate
    ? await withGate(services, deployment, principal.name, answer, { gate: upload.gate, renamedFiles })
    : answer
  reply.code(status)
  if ('location' in body) reply.header('location', body.location)
  return body
}

/** @throws HttpError 404 if the deployment has no such scan. */
async function scanWithId(reader: Reader, deploymentId: number, scanIdText: string): Promise<ScanRow> {
  const id = ownId(scanIdText)
  const row =
    id === null
      ? undefined
      : await scanRows(reader, deploymentId).where('scan.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('scan')
  return row
}
