import type { FastifyReply, FastifyRequest } from 'fastify'
import { queryPairs } from '../request/read-request.ts'
import type { Services } from '../services.ts'

const maxHeaderLength = 4096

/**
 * The `Link` header (RFC 8288) of one page of an offset listing: `first`, `prev`, `next`, `last`.
 * @param address absolute address of the listing without its query.
 * @param query the query as it was asked; `page` is replaced and the rest kept as it stands.
 * @param of.total null where it is not known yet, but that there may be a next page.
 * @returns undefined where the header would pass 4 KB. Source: docs/api.md#order-and-totals.
 */
export function pageLinks(
  address: string,
  query: URLSearchParams,
  of: { page: number; pageSize: number; total: number | null },
): string | undefined {
  const last = of.total === null ? null : Math.max(0, Math.ceil(of.total / of.pageSize) - 1)
  const pages: [relation: string, page: number][] = [['first', 0]]
  if (of.page > 0) pages.push(['prev', Math.min(of.page - 1, last ?? of.page)])
  if (last === null || of.page < last) pages.push(['next', of.page + 1])
  if (last !== null) pages.push(['last', last])
  const header = pages
    .map(([relation, page]) => {
      const other = new URLSearchParams([...query].filter(([name]) => !/^page\[\d*\]$/.test(name)))
      other.set('page', String(page))
      return `<${address}?${other}>; rel="${relation}"`
    })
    .join(', ')
  return header.length > maxHeaderLength ? undefined : header
}

/**
 * Says in the headers how many rows match in all, and where the neighbouring pages are. Rows after a given one
 * (`onward`) have no page number that neighbours could be counted from. A total that is not known yet is left out.
 * Source: docs/api.md#order-and-totals.
 */
export function addTotalHeaders(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  of: { page: number | undefined; pageSize: number; total: number | null; onward: boolean },
) {
  if (of.total !== null) reply.header('x-total-count', of.total)
  if (of.onward) return
  const url = request.raw.url ?? ''
  const links = pageLinks(`${services.publicUrl()}${url.split('?')[0]}`, queryPairs(url), {
    page: of.page ?? 0,
    pageSize: of.pageSize,
    total: of.total,
  })
  if (links) reply.header('link', links)
}
