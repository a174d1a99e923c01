import { queryOptions } from '@tanstack/react-query'
import { getCapabilities } from '#contract/session.ts'
import { explain } from './errors.ts'
import { staleTimes } from './stale-times.ts'
import { call } from './transport.ts'

const none: { version: string; extensions: string[]; limits: Record<string, number> } = {
  version: '',
  extensions: [],
  limits: {},
}

/** The options of what this service has beyond the description. A service that does not know the question has nothing. */
export function capabilitiesOptions() {
  return queryOptions({
    queryKey: ['capabilities'] as const,
    queryFn: async ({ signal }) => {
      try {
        return await call(getCapabilities, { signal })
      } catch (error) {
        const { kind } = explain(error)
        if (kind === 'missing' || kind === 'unbuilt') return none
        throw error
      }
    },
    staleTime: staleTimes.fixed,
  })
}
