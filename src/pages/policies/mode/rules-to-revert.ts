import type { QueryClient } from '@tanstack/react-query'
import { policyChangeOptions } from '#api/policies.ts'
import type { RequestedMode } from './conflicts.ts'
import { knownMode } from './modes.ts'

/** Returns the rules that revert a change, each with its previous mode. */
export async function rulesToRevert(
  client: QueryClient,
  deployment: string,
  policyId: string,
  changeId: string,
): Promise<RequestedMode[]> {
  const { change } = await client.fetchQuery(policyChangeOptions(deployment, policyId, changeId))
  return change.changes.flatMap(({ rulePath, from, to }) => {
    const policyMode = knownMode(from)
    return policyMode ? [{ rulePath, policyMode, expectedMode: knownMode(to) }] : []
  })
}
