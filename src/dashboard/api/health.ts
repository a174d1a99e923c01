import { queryOptions } from '@tanstack/react-query'
import { getCapabilities } from '#contract/operations/description.ts'
import { staleTimes } from './cache/stale-times.ts'
import { common } from './http/prefetch.ts'
import { call } from './http/transport.ts'

/** The paths of the health checks, which are outside the API. */
export type HealthCheck = '/healthz' | '/readyz'

/** The result of a check: whether it passed, and the service's own text. */
export interface Health {
  isHealthy: boolean
  /** Empty if there is no displayable text. */
  text: string
}

/** Returns the query options of a check. A failed check is a response, not an error. */
export function healthOptions(check: HealthCheck) {
  return queryOptions({
    queryKey: ['health', check] as const,
    queryFn: ({ signal }) => fetchHealth(check, signal),
    staleTime: 0,
    retry: false,
  })
}

async function fetchHealth(check: HealthCheck, signal: AbortSignal): Promise<Health> {
  try {
    const response = await fetch(check, { ...common, cache: 'no-store', signal })
    return { isHealthy: response.ok, text: statusText(await response.json().catch(() => undefined)) }
  } catch (error) {
    if (signal.aborted) throw error
    return { isHealthy: false, text: 'no response' }
  }
}

/** Returns the short text of a response: its `status`, or the `detail` of a problem. */
function statusText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return ''
  const texts = [
    'status' in answer ? answer.status : undefined,
    'detail' in answer ? answer.detail : undefined,
  ].find((value) => typeof value === 'string')
  return typeof texts === 'string' ? texts.slice(0, 200) : ''
}

/** Returns the query options of the service's version, extensions and limits. */
export function capabilitiesOptions() {
  return queryOptions({
    queryKey: ['capabilities'] as const,
    queryFn: ({ signal }) => call(getCapabilities, { signal }),
    staleTime: staleTimes.navigation,
  })
}
