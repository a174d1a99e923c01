import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { getSettings } from '#contract/operations/deployments.ts'
import { previewDueDates, previewRetention, updateSettings } from '#contract/operations/settings.ts'
import type { DueDates } from '#contract/parameters/due-dates.ts'
import type { RetentionPeriods } from '#contract/parameters/retention.ts'
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

/** Reads settings anew, after a change that others' changes refused. */
export const refreshSettings = (client: QueryClient, deployment: string): Promise<void> =>
  client.invalidateQueries({ queryKey: settingsOptions(deployment).queryKey })

/** Changes settings; omitted fields do not change. */
export function updateSettingsOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof updateSettings>['body']) =>
      call(updateSettings, { path: { deploymentId: deployment }, body }),
    meta: metaOf(updateSettings),
  })
}

/** Counts what retention periods would delete. The key begins with `settings`, so that saving counts anew. */
export function retentionPreviewOptions(
  deployment: string,
  { scans, history, exports, audit }: RetentionPeriods,
) {
  return queryOptions({
    queryKey: ['settings', deployment, 'retention', scans, history, exports, audit] as const,
    queryFn: ({ signal }) =>
      call(previewRetention, {
        path: { deploymentId: deployment },
        query: {
          ...(scans === null ? {} : { scans }),
          ...(history === null ? {} : { history }),
          ...(exports === null ? {} : { exports }),
          ...(audit === null ? {} : { audit }),
        },
        signal,
      }),
    staleTime: staleTimes.navigation,
  })
}

/** Counts what due dates would make overdue. The key begins with `settings`, so that saving counts anew. */
export function dueDatesPreviewOptions(deployment: string, dueDates: DueDates | null) {
  return queryOptions({
    queryKey: ['settings', deployment, 'due-dates', dueDates] as const,
    queryFn: ({ signal }) =>
      call(previewDueDates, { path: { deploymentId: deployment }, body: { dueDates }, signal }),
    staleTime: staleTimes.navigation,
  })
}
