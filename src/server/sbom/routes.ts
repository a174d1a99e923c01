import {
  describeSbom,
  downloadSbom,
  exportSbom,
  getSbomExport,
  listSbomExports,
  repeatSbomExport,
  retrySbomExport,
} from '#contract/operations/sbom.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { describedSubject } from './content/subject.ts'
import { setFileMissing } from './export/cleanup.ts'
import { isSigned, readDownloadToken } from './export/download-link.ts'
import type { ExportRow } from './export/job.ts'
import { listedExports } from './export/list.ts'
import { toSbomExport } from './export/sbom-export.ts'
import { repeatExport, retryExport, startExport } from './export/start.ts'
import { exportStorage } from './export/storage/configured-storage.ts'
import { spdx } from './formats/format.ts'

/** SBOM exports. Source: docs/api.md#sbom-exports. */
export function sbomRoutes(services: Services): Route[] {
  const { database } = services

  async function exportWith(deployment: Deployment, taskToken: string): Promise<ExportRow> {
    const row = await database.read
      .selectFrom('sbom_export')
      .selectAll()
      .where('deployment_id', '=', deployment.id)
      .where('task_token', '=', taskToken)
      .executeTakeFirst()
    if (!row) throw notFound('export')
    return row
  }

  return [
    handle(exportSbom, async ({ deployment, body, principal }) => ({
      taskToken: await startExport(services, deployment, principal, body),
    })),

    handle(getSbomExport, async ({ deployment, path }) =>
      toSbomExport(services, await exportWith(deployment, path.taskToken)),
    ),

    handle(describeSbom, async ({ deployment, query }) => describedSubject(database.read, deployment, query)),

    handle(listSbomExports, async ({ deployment, query, principal, reply }) => {
      const owner = { deploymentId: deployment.id, person: principal.name }
      const exports = await listedExports(services, owner, query)
      reply.header('x-total-count', exports.total)
      return exports
    }),

    handle(repeatSbomExport, async ({ deployment, path, principal }) => ({
      taskToken: await repeatExport(services, principal, await exportWith(deployment, path.taskToken)),
    })),

    handle(retrySbomExport, async ({ deployment, path, principal }) => {
      const { taskToken } = path
      await retryExport(services, principal, await exportWith(deployment, taskToken))
      return { taskToken }
    }),

    handle(downloadSbom, async ({ path, reply }) => {
      const row = await readDownload(services, path.downloadToken)
      const file = await exportStorage(services).read(row)
      if (file === null) {
        if (row.file_missing === 0) await setFileMissing(services, row, true)
        throw new HttpError(404, 'The file of this export is gone. Create the export again.')
      }
      reply
        .type(mediaType(row))
        .header('content-disposition', `attachment; filename="${row.file_name}"`)
        .header('cache-control', 'private, no-store')
        .send(file)
    }),
  ]
}

const mediaType = ({ format, output, version }: ExportRow) =>
  format === spdx ? 'application/spdx+json' : `application/vnd.cyclonedx+${output}; version=${version}`

/** @throws HttpError 404 for a link that was not created by us, has expired, or whose file was deleted. */
async function readDownload(services: Services, token: string): Promise<ExportRow> {
  const notAvailable = new HttpError(
    404,
    'This link is invalid or has expired. Read the export again to get a new one.',
  )
  const link = readDownloadToken(token)
  if (!link) throw notAvailable
  const row = await services.database.read
    .selectFrom('sbom_export')
    .selectAll()
    .where('deployment_id', '=', link.deploymentId)
    .where('id', '=', link.id)
    .executeTakeFirst()
  if (!row?.download_token || !isSigned(link, row.download_token)) throw notAvailable
  if (link.until <= services.now() || (row.expires_at ?? 0) <= services.now()) throw notAvailable
  return row
}
