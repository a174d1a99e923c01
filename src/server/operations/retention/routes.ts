import { previewRetention } from '#contract/operations/settings.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { previewOf } from './preview.ts'

/** The preview of retention periods, which are among the settings. Source: docs/api.md#data-retention. */
export function retentionRoutes(services: Services): Route[] {
  return [
    handle(previewRetention, async ({ query, deployment }) => previewOf(services, deployment.id, query)),
  ]
}
