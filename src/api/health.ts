import { queryOptions } from '@tanstack/react-query'
import { getCapabilities } from '#contract/operations/description.ts'
import { staleTimes } from './cache/stale-times.ts'
import { common } from './http/prefetch.ts'
import { call } from './http/transport.ts'

/** Where the service says how it is; these stand outside of its API. */
export type HealthCheck = '/healthz' | '/readyz'

/** What a check answered: whether all is well, and in the service's own words what is. */
export interface Health {
  isHealthy: boolean
  /** Empty where it said nothing that can be shown. */
  text: string
}

/** The options of one check. An answer that says that something is wrong is an answer. */
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

/** The one short word or sentence of an answer: its `status`, or the `detail` of a problem. */
function statusText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return ''
  const texts = [
    'status' in answer ? answer.status : undefined,
    'detail' in answer ? answer.detail : undefined,
  ].find((value) => typeof value === 'string')
  return typeof texts === 'string' ? texts.slice(0, 200) : ''
}

/** The options of the service's version, its extensions and limits. */
export function capabilitiesOptions() {
  return queryOptions({
    queryKey: ['capabilities'] as const,
    queryFn: ({ signal }) => call(getCapabilities, { signal }),
    staleTime: staleTimes.navigation,
  })
}
