import type { ExportFormat } from '#contract/export.ts'
import { exportFindings } from '#contract/export.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { withKeptFilter } from '#server/filters/public.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { exportTimes, startExport } from './export.ts'

/** Source: API decisions, "Rules for all operations", Rate limit. */
const atOnce = 10

const media: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  sarif: 'application/sarif+json; charset=utf-8',
}
const kinds: Record<FindingType, string> = { sast: 'code', sca: 'supply-chain', secrets: 'secrets' }

/** The export of findings. `times` bounds how long one may last. Source: API decisions, "Findings". */
export function exportRoutes(services: Services, times = exportTimes): Route[] {
  const running = new Map<string, number>()

  function begin(principal: Principal): () => void {
    const key = principal.tokenId === null ? principal.name : String(principal.tokenId)
    const count = running.get(key) ?? 0
    if (count >= atOnce) {
      throw new Refusal(429, `${atOnce} exports of this token are running. Wait until one has ended.`, {
        headers: { 'retry-after': '10' },
      })
    }
    running.set(key, count + 1)
    return () => {
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
    }
  }

  return [
    handle(exportFindings, async ({ query, deployment, principal, request, reply }) => {
      const asked = await withKeptFilter(services.database.read, deployment.id, query)
      const { format = 'csv', issue_type: type = 'sast' } = asked
      const done = begin(principal)
      const origin = {
        version: services.version,
        publicUrl: services.publicUrl(),
        slug: deployment.slug,
      }
      const made = await startExport(services.database, deployment.id, asked, origin, times).catch(
        (error) => {
          done()
          throw error
        },
      )
      made.stream.once('close', done)
      const day = new Date(services.now()).toISOString().slice(0, 10)
      const name = `${deployment.slug}-${kinds[type]}-findings-${day}.${format}`
      reply
        .type(media[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .header('x-total-count', made.total)
      if (request.method === 'HEAD') made.stream.destroy()
      reply.send(request.method === 'HEAD' ? '' : made.stream)
    }),
  ]
}
