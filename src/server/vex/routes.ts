import { exportVex, importVex } from '#contract/operations/vex.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { exportName } from '#server/http/response/file-name.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'

/** VEX documents of a project, out and in. Source: docs/vex.md. */
export function vexRoutes(services: Services): Route[] {
  return [
    handle(exportVex, async ({ deployment, query, principal, request, reply }) => {
      // Loaded on demand, as few services are asked for it.
      const { formats, startVexExport } = await import('./out/export.ts')
      const running = services.exports.begin(principal)
      const { total, ref, stream } = await startVexExport(services, deployment, query).catch((error) => {
        running.end()
        throw error
      })
      running.follow(stream)
      const { mediaType, extension } = formats[query.format ?? 'openvex']
      const name = exportName('vex', [query.project ?? '', refLabel(ref)], services.now(), extension)
      reply
        .type(mediaType)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .header('x-total-count', total)
      if (request.method === 'HEAD') stream.destroy()
      reply.send(request.method === 'HEAD' ? '' : stream)
    }),

    handle(importVex, async ({ deployment, query, principal, request }) => {
      const [{ readDocument }, { importVexDocument }] = await Promise.all([
        import('./in/read-body.ts'),
        import('./in/import.ts'),
      ])
      // Documents are held in memory, so only as many are read at once as reports of scanners.
      return services.imports.reading.run(async () => {
        const document = await readDocument(request.body, request.headers['content-type'])
        return importVexDocument(services, deployment, principal.name, query, document)
      })
    }),
  ]
}
