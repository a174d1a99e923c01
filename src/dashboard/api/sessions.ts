import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { endSession, listSessions } from '#contract/operations/sessions.ts'
import type { ResponseBody } from '#contract/responses/all.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { explain } from './http/errors.ts'
import { call } from './http/transport.ts'

/** The sessions of one person. */
export type Sessions = ResponseBody<'listSessions'>['sessions']

/** Returns the query options of the person's active sessions, the last used one first. */
export function sessionsOptions() {
  return queryOptions({
    queryKey: ['sessions'] as const,
    queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
    staleTime: staleTimes.changing,
  })
}

/** Ends sessions of the person. A session that has already ended counts as success. */
export function endSessionsOptions() {
  return mutationOptions({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) {
        try {
          await call(endSession, { path: { id } })
        } catch (error) {
          if (explain(error).kind !== 'missing') throw error
        }
      }
    },
    meta: metaOf(endSession),
    onSuccess: (_answer, ids, _before, { client }) =>
      client.setQueryData(sessionsOptions().queryKey, (known) =>
        known?.filter((one) => !ids.includes(one.id)),
      ),
  })
}
