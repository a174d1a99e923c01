import type { FastifyReply, FastifyRequest } from 'fastify'
import { listFindings } from '#contract/findings.ts'
import { type FindingSetQuery, misplaced } from '#contract/findings-query.ts'
import { badRequest, Refusal } from '#server/http/errors.ts'
import { pageLinks } from '#server/http/page-links.ts'
import { queryPairs } from '#server/http/read-request.ts'
import { handle, ReadyJson, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { listPage } from './list.ts'

/** The findings of a deployment: listed, counted, read and decided. */
export function findingRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handle(listFindings, async ({ query, deployment, request, reply }) => {
      demandPlaced(query)
      const page = await read.transaction().execute((reader) => listPage(reader, deployment.id, query))
      sayTotals(services, request, reply, query, page.total)
      return new ReadyJson(page.text)
    }),
  ]
}

/** @throws Refusal 400 for parameters of the other issue type, 501 for a kept filter. */
function demandPlaced(query: FindingSetQuery) {
  const faults = misplaced(query)
  if (faults.length > 0) throw badRequest(faults)
  if (query.filter !== undefined) throw new Refusal(501, 'Kept filters (filter=…) are not built yet.')
}

function sayTotals(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  query: { page?: number | undefined; page_size?: number | undefined; after?: number | undefined },
  total: number,
) {
  reply.header('x-total-count', total)
  // Rows after a given one have no page number that neighbours could be counted from.
  if (query.after !== undefined) return
  const url = request.raw.url ?? ''
  const links = pageLinks(`${services.publicUrl()}${url.split('?')[0]}`, queryPairs(url), {
    page: query.page ?? 0,
    pageSize: query.page_size ?? 100,
    total,
  })
  if (links) reply.header('link', links)
}
