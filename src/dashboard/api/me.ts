import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '#contract/operation.ts'
import { getMe } from '#contract/operations/session.ts'
import type { Me } from '#contract/responses/deployments.ts'
import { staleTimes } from './cache/stale-times.ts'
import { call } from './http/transport.ts'

/**
 * Returns the query options of the signed-in person, their permissions, and the deployments with the counts of the
 * navigation.
 */
export function meOptions() {
  return queryOptions({
    queryKey: ['me'] as const,
    queryFn: ({ signal }) => call(getMe, { signal }),
    staleTime: staleTimes.navigation,
  })
}

/** The person's scopes in a deployment; those of the token if the service has no others for it. */
export function scopesIn(me: Me, deployment: string): readonly string[] {
  return me.deployments.find(({ slug }) => slug === deployment)?.scopes ?? me.scopes
}

/**
 * Whether a person with these scopes may perform an action that needs the given one. Source:
 * docs/api.md#scopes-and-roles.
 */
export function may(scopes: readonly string[], needed: Scope): boolean {
  if (scopes.includes('admin') || scopes.includes(needed)) return true
  return needed === 'findings:read' && scopes.some((scope) => scope !== 'scans:write')
}

/** Whether a person may perform an action in a deployment; false until it is known. */
export function mayIn(me: Me | undefined, deployment: string, needed: Scope): boolean {
  return me !== undefined && may(scopesIn(me, deployment), needed)
}
