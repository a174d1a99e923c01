import { previewDueDates } from '#contract/operations/settings.ts'
import { previewDueDates as countPreview } from '#server/findings/due/count-due.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { readDueDates } from './read-setting.ts'

/** The preview of due dates, which are among the settings. Source: docs/api.md#due-dates. */
export function dueDateRoutes({ columns }: Services): Route[] {
  return [
    handle(previewDueDates, async ({ body, deployment }) => {
      const dueDates = body.dueDates && readDueDates(body.dueDates)
      return withSnapshot(columns, deployment.id, (view) => countPreview(view, deployment.id, dueDates))
    }),
  ]
}
