import { createScan, getScan, scanDurations, scanFacets, searchScans } from '#contract/scans.ts'
import { notFound, Refusal } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'
import { localOperator } from '#server/http/principal.ts'
import { handle, handleForEverybody, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { durationsOfScans } from './durations.ts'
import { facetsOfScans } from './facets.ts'
import { answeredScan, scanRows } from './scan.ts'
import { pageOfScans } from './search.ts'
import { summaryOfScan } from './summary.ts'
import { readUploadQuery } from './upload-query.ts'

/** The routes of scans. Source: API description, "Scan"; API decisions, "Scans" and "Named operations". */
export function scanRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handleForEverybody(getScan, async ({ deployment, path, query }) => {
      const id = ownId(path.scanId)
      const row =
        id === null
          ? undefined
          : await scanRows(read, deployment.id).where('scan.id', '=', id).executeTakeFirst()
      if (!row) throw notFound('scan')
      const scan = answeredScan(row)
      return query.include ? { ...scan, summary: await summaryOfScan(read, row) } : scan
    }),

    handle(searchScans, async ({ deployment, body, reply }) => {
      const { total, answer } = await pageOfScans(services.database, deployment.id, body)
      reply.header('x-total-count', total)
      return answer
    }),

    handle(scanFacets, ({ deployment, body }) => facetsOfScans(services.database, deployment.id, body)),

    handle(scanDurations, ({ deployment, body }) =>
      durationsOfScans(services.database, deployment.id, body, services.now()),
    ),

    handle(createScan, async ({ deployment, principal, query, request, reply }) => {
      const upload = readUploadQuery(query, services.now())
      const encoding = request.headers['content-encoding'] ?? 'identity'
      if (!/^(identity|(x-)?gzip)$/i.test(encoding)) {
        throw new Refusal(415, `The encoding "${encoding.slice(0, 40)}" is not taken; gzip is.`, {
          headers: { 'accept-encoding': 'gzip' },
        })
      }
      const declared = request.headers['content-length']
      // The readers of scanner files are loaded when the first file comes.
      const [{ localBounds, networkBounds, readUpload }, { createScanFrom }] = await Promise.all([
        import('./upload-stream.ts'),
        import('./create.ts'),
      ])
      const file = await readUpload(
        request.body,
        declared === undefined ? null : Number(declared),
        principal === localOperator ? localBounds : networkBounds,
        { salt: deployment.secret_salt, category: upload.category },
      )
      const { made, answer } = await createScanFrom(services, deployment, principal, upload, file)
      if (!made) reply.code(200)
      return answer
    }),
  ]
}
