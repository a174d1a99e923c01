import { mutationOptions } from '@tanstack/react-query'
import { resolveMatch } from '#contract/operations/matches.ts'
import { metaOf } from '../cache/query-client.ts'
import { call } from '../http/transport.ts'

/** Says whether a finding is the one that a scan took it for, or may be. A conflict where that was said before. */
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
