import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import {
  describeSbom,
  downloadSbom,
  exportSbom,
  getSbomExport,
  listSbomExports,
  repeatSbomExport,
  retrySbomExport,
} from '#contract/sbom.ts'
import { notFound, Refusal } from '#server/http/errors.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { answeredExport } from './answer.ts'
import { isSigned, readDownloadToken } from './download-link.ts'
import { exportPath } from './files.ts'
import { spdx } from './format.ts'
import type { ExportRow } from './job.ts'
import { listedExports } from './list.ts'
import { repeatExport, retryExport, startExport } from './start.ts'
import { describedSubject } from './subject.ts'

/** Exports of bills of materials. Source: docs/api.md#sbom-exports. */
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
      answeredExport(services, await exportWith(deployment, path.taskToken)),
    ),

    handle(describeSbom, async ({ deployment, query }) => describedSubject(database.read, deployment, query)),

    handle(listSbomExports, async ({ deployment, query, principal, reply }) => {
      const of = { deploymentId: deployment.id, person: principal.name }
      const listed = await listedExports(services, of, query)
      reply.header('x-total-count', listed.total)
      return listed
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
      const row = await downloadable(services, path.downloadToken)
      const file = exportPath(services.config, row.task_token)
      await access(file).catch(() => {
        throw notFound('file')
      })
      reply
        .type(mediaType(row))
        .header('content-disposition', `attachment; filename="${row.file_name}"`)
        .header('cache-control', 'private, no-store')
        .send(createReadStream(file))
    }),
  ]
}

const mediaType = ({ format, output, version }: ExportRow) =>
  format === spdx ? 'application/spdx+json' : `application/vnd.cyclonedx+${output}; version=${version}`

/** @throws Refusal 404 for a link that was not made by us, is past its time, or whose file is gone. */
async function downloadable(services: Services, token: string): Promise<ExportRow> {
  const gone = new Refusal(
    404,
    'This link is invalid or has expired. Read the export again to get a new one.',
  )
  const read = readDownloadToken(token)
  if (!read) throw gone
  const row = await services.database.read
    .selectFrom('sbom_export')
    .selectAll()
    .where('id', '=', read.id)
    .executeTakeFirst()
  if (!row?.download_token || !isSigned(read, row.download_token)) throw gone
  if (read.until <= services.now() || (row.expires_at ?? 0) <= services.now()) throw gone
  return row
}
