import type { FastifyReply, FastifyRequest } from 'fastify'
import { queryPairs } from '../request/read-request.ts'
import type { Services } from '../services.ts'

const maxHeaderLength = 4096

/**
 * The `Link` header (RFC 8288) of one page of an offset listing: `first`, `prev`, `next`, `last`.
 * @param address absolute address of the listing without its query.
 * @param query the query of the request, of which only `page` is replaced.
 * @param listPage.total null if it is not known yet; then there may be a next page.
 * @returns undefined if the header would exceed 4 KB. Source: docs/api.md#order-and-totals.
 */
export function pageLinks(
  address: string,
  query: URLSearchParams,
  listPage: { page: number; pageSize: number; total: number | null },
): string | undefined {
  const last = listPage.total === null ? null : Math.max(0, Math.ceil(listPage.total / listPage.pageSize) - 1)
  const pages: [relation: string, page: number][] = [['first', 0]]
  if (listPage.page > 0) pages.push(['prev', Math.min(listPage.page - 1, last ?? listPage.page)])
  if (last === null || listPage.page < last) pages.push(['next', listPage.page + 1])
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
 * Adds the headers for the total and for the links to other pages. Pages after a cursor (`onward`) have no page number,
 * and so no links. A total that is not known yet is left out.
 * Source: docs/api.md#order-and-totals.
 */
export function addTotalHeaders(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  listPage: { page: number | undefined; pageSize: number; total: number | null; onward: boolean },
) {
  if (listPage.total !== null) reply.header('x-total-count', listPage.total)
  if (listPage.onward) return
  const url = request.raw.url ?? ''
  const links = pageLinks(`${services.publicUrl()}${url.split('?')[0]}`, queryPairs(url), {
    page: listPage.page ?? 0,
    pageSize: listPage.pageSize,
    total: listPage.total,
  })
  if (links) reply.header('link', links)
}
