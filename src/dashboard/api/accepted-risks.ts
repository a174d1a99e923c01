import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { acceptedRisks } from '#contract/operations/accepted-risks.ts'
import type { AcceptedRisk } from '#contract/responses/accepted-risks.ts'
import { staleTimes } from './cache/stale-times.ts'
import { call } from './http/transport.ts'

/** Which accepted risks are listed. */
export interface RiskFilter {
  project?: string | undefined
  tag?: string | undefined
}

/** The risks of a page, which are also those of a print. */
export const risksOfPage = 500
const mostOfPage = 3000

/** Returns the query options of a page of accepted risks. */
export function acceptedRisksOptions(deployment: string, filter: RiskFilter, page: number) {
  const query = { ...filter, page, page_size: risksOfPage }
  return queryOptions({
    queryKey: ['findings', deployment, 'accepted-risks', query] as const,
    queryFn: ({ signal }) => call(acceptedRisks, { path: { deploymentSlug: deployment }, query, signal }),
    // Rows stay until those of another filter have arrived.
    placeholderData: (before) => before,
    staleTime: staleTimes.changing,
  })
}

/** Reads all accepted risks of a filter. */
export async function readAcceptedRisks(
  client: QueryClient,
  deployment: string,
  filter: RiskFilter,
): Promise<AcceptedRisk[]> {
  const risks: AcceptedRisk[] = []
  for (let page = 0; ; page++) {
    const query = { ...filter, page, page_size: mostOfPage }
    const answer = await client.fetchQuery({
      queryKey: ['findings', deployment, 'accepted-risks', query],
      queryFn: ({ signal }) => call(acceptedRisks, { path: { deploymentSlug: deployment }, query, signal }),
    })
    risks.push(...answer.risks)
    if (answer.risks.length < mostOfPage) return risks
  }
}
