import type { ExportFormat } from '#contract/operations/export.ts'
import { exportFindings } from '#contract/operations/export.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { exportName } from '#server/http/response/file-name.ts'
import { exportTimeouts } from '#server/http/response/limit-stream.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { withSavedFilter } from '../saved/filters/saved-filter.ts'
import { countExport, startExport } from './export.ts'
import { filterParts } from './file-name.ts'

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  sarif: 'application/sarif+json; charset=utf-8',
}
const fileKinds: Record<FindingType, string> = { sast: 'code', sca: 'supply-chain', secrets: 'secrets' }

/** The export of findings. `times` limits the duration of an export. Source: docs/api.md#findings. */
export function exportRoutes(services: Services, times = exportTimeouts): Route[] {
  return [
    handle(exportFindings, async ({ query, deployment, principal, request, reply }) => {
      const filter = await withSavedFilter(services.database.read, deployment.id, query)
      const { format = 'csv', issue_type: type = 'sast' } = filter
      const running = services.exports.begin(principal)
      const origin = {
        version: services.version,
        publicUrl: services.publicUrl(),
        slug: deployment.slug,
      }
      const making =
        request.method === 'HEAD'
          ? countExport(services.columns, deployment.id, filter)
          : startExport(services.columns, deployment.id, filter, origin, times)
      const { total, stream } = await making.catch((error) => {
        running.end()
        throw error
      })
      if (stream) running.follow(stream)
      else running.end()
      const name = exportName(`findings-${fileKinds[type]}`, filterParts(filter), services.now(), format)
      reply
        .type(mediaTypes[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .header('x-total-count', total)
      reply.send(stream ?? '')
    }),
  ]
}
