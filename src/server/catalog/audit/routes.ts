import { Readable } from 'node:stream'
import { exportAudit, listAudit, listAuditFindings } from '#contract/operations/audit.ts'
import { exportName } from '#server/http/response/file-name.ts'
import { limitStream } from '#server/http/response/limit-stream.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { findingsOfEvent } from './event-findings.ts'
import { auditLines } from './export.ts'
import { filterParts } from './file-name.ts'
import { pageOfAudit } from './list.ts'

/** The audit log. Source: docs/api.md#deployments-tokens-and-people. */
export function auditRoutes(services: Services): Route[] {
  return [
    handle(listAudit, async ({ deployment, query, principal, reply }) => {
      const allDeployments = principal.deploymentId === null
      const { total, answer: response } = await pageOfAudit(
        services.database.read,
        deployment.id,
        query,
        allDeployments,
      )
      reply.header('x-total-count', total)
      return response
    }),

    handle(listAuditFindings, async ({ deployment, path, query }) =>
      findingsOfEvent(services.database.read, {
        deploymentId: deployment.id,
        eventId: path.eventId,
        ...query,
      }),
    ),

    handle(exportAudit, async ({ deployment, query, principal, request, reply }) => {
      const allDeployments = principal.deploymentId === null
      const running = services.exports.begin(principal)
      const origin = { publicUrl: services.publicUrl(), slug: deployment.slug }
      const log = await auditLines(
        services.database.read,
        deployment.id,
        query,
        allDeployments,
        origin,
      ).catch((error) => {
        running.end()
        throw error
      })
      const name = exportName('audit-log', filterParts(query), services.now(), 'csv')
      reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .header('x-total-count', log.total)
      if (request.method === 'HEAD') {
        running.end()
        reply.send('')
        return
      }
      const stream = Readable.from(log.lines, { objectMode: false })
      limitStream(stream)
      running.follow(stream)
      reply.send(stream)
    }),
  ]
}
