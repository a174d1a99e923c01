import { queryOptions } from '@tanstack/react-query'
import { getScanGate } from '#contract/operations/gate.ts'
import { staleTimes } from '../cache/stale-times.ts'
import { call } from '../http/transport.ts'

/**
 * Returns the query options of the verdict on the commit of a scan. It changes with triage and modes, and therefore is
 * among what belongs to findings.
 */
export function scanGateOptions(deployment: string, id: number) {
  return queryOptions({
    queryKey: ['findings', deployment, 'gate', id] as const,
    queryFn: ({ signal }) =>
      call(getScanGate, { path: { deploymentId: deployment, scanId: String(id) }, signal }),
    staleTime: staleTimes.changing,
  })
}
