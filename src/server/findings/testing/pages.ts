import { listFindings } from '#contract/operations/findings.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import type { TestService } from '#server/testing/service.ts'

/** A query of the list, by parameter. */
export type Filter = Record<string, string>

/** One page of a hundred of the list, secrets by their own. */
export async function pageOf({ call }: TestService, { issue_type, ...query }: Filter) {
  if (issue_type === 'secrets') {
    const { status, headers, body } = await call(listSecrets, { query: { ...query, page_size: '100' } })
    return { status, headers, ids: (body.findings ?? []).map(({ id }) => Number(id)) }
  }
  const request = { ...query, ...(issue_type ? { issue_type } : {}), page_size: '100' }
  const { status, headers, body } = await call(listFindings, { query: request })
  const rows = [...(body.sastFindings?.findings ?? []), ...(body.scaFindings?.findings ?? [])]
  return { status, headers, ids: rows.map(({ id }) => id) }
}

/** All ids of the list, page after page. */
export async function idsOf(service: TestService, query: Filter): Promise<number[]> {
  const ids: number[] = []
  for (let page = 0; ; page += 1) {
    const matches = (await pageOf(service, { ...query, page: String(page) })).ids
    ids.push(...matches)
    if (matches.length < 100) return ids
  }
}
