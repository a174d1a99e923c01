import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getSettings } from '#contract/operations/deployments.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

/** The options of what an administrator sets for a deployment. */
export function settingsOptions(deployment: string) {
  return queryOptions({
    queryKey: ['settings', deployment] as const,
    queryFn: ({ signal }) => call(getSettings, { path: { deploymentId: deployment }, signal }),
    staleTime: staleTimes.navigation,
  })
}

/** Changes settings; what is not named stays. */
export function updateSettingsOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof updateSettings>['body']) =>
      call(updateSettings, { path: { deploymentId: deployment }, body }),
    meta: metaOf(updateSettings),
  })
}
