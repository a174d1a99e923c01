import { mutationOptions } from '@tanstack/react-query'
import { resolveMatch } from '#contract/operations/matches.ts'
import { metaOf } from '../cache/query-client.ts'
import { call } from '../http/transport.ts'

/**
 * Confirms or rejects that a finding is the one a scan matched it to, or may be. A conflict if that was done before.
 */
export function resolveMatchOptions(deployment: string) {
  return mutationOptions({
    mutationFn: ({ id, matchId, same }: { id: number; matchId: string; same: boolean }) =>
      call(resolveMatch, {
        path: { deploymentSlug: deployment, id: String(id), matchId },
        body: { same },
      }),
    meta: metaOf(resolveMatch),
  })
}
