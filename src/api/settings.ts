import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getSettings } from '#contract/operations/deployments.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

/** Returns the query options of the settings that an administrator makes for a deployment. */
export function settingsOptions(deployment: string) {
  return queryOptions({
    queryKey: ['settings', deployment] as const,
    queryFn: ({ signal }) => call(getSettings, { path: { deploymentId: deployment }, signal }),
    staleTime: staleTimes.navigation,
  })
}

/** Changes settings; omitted fields do not change. */
export function updateSettingsOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof updateSettings>['body']) =>
      call(updateSettings, { path: { deploymentId: deployment }, body }),
    meta: metaOf(updateSettings),
  })
}
