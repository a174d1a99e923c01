import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { createDeployment, getService } from '#contract/operations/service.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { call } from './http/transport.ts'

/** Returns the query options of the service's public URL and, for its administrator, of where it runs. */
export function serviceOptions() {
  return queryOptions({
    queryKey: ['service'] as const,
    queryFn: ({ signal }) => call(getService, { signal }),
    staleTime: staleTimes.navigation,
  })
}

/** Creates the deployment for the person's own data, or returns the existing one. */
export function createDeploymentOptions() {
  return mutationOptions({ mutationFn: () => call(createDeployment, {}), meta: metaOf(createDeployment) })
}
