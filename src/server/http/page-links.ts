const longest = 4096

/**
 * The `Link` header (RFC 8288) of one page of an offset listing: `first`, `prev`, `next`, `last`.
 * @param address absolute address of the listing without its query.
 * @param query the query as it was asked; `page` is replaced and the rest kept as it stands.
 * @returns undefined where the header would pass 4 KB. Source: API decisions, "Rules for all operations", Totals.
 */
export function pageLinks(
  address: string,
  query: URLSearchParams,
  of: { page: number; pageSize: number; total: number },
): string | undefined {
  const last = Math.max(0, Math.ceil(of.total / of.pageSize) - 1)
  const pages: [relation: string, page: number][] = [['first', 0]]
  if (of.page > 0) pages.push(['prev', Math.min(of.page - 1, last)])
  if (of.page < last) pages.push(['next', of.page + 1])
  pages.push(['last', last])
  const header = pages
    .map(([relation, page]) => {
      const other = new URLSearchParams(query)
      other.delete('page[]')
      other.set('page', String(page))
      return `<${address}?${other}>; rel="${relation}"`
    })
    .join(', ')
  return header.length > longest ? undefined : header
}
