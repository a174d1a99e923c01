import { acceptedRisks } from '#contract/operations/accepted-risks.ts'
import { listActivity as activityOperation, overview } from '#contract/operations/overview.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { readProjectByName } from '#server/records/projects/project.ts'
import { listAcceptedRisks } from './accepted-risks/list.ts'
import { listActivity } from './activity.ts'
import { readOverview } from './overview.ts'

const risksOfPage = 100
const defaultActivity = 10

/** The overview of a deployment, its register of accepted risks, and what happened last. Source: docs/api.md#overview. */
export function overviewRoutes(services: Services): Route[] {
  return [
    handle(overview, ({ deployment, query }) =>
      readOverview(services.columns, deployment.id, {
        period: query.period ?? '90d',
        project: query.project || undefined,
        tag: query.tag || undefined,
        owner: query.owner,
        withDisabled: query.include_disabled ?? false,
        now: services.now(),
      }),
    ),

    handle(acceptedRisks, ({ deployment, query }) =>
      withSnapshot(services.columns, deployment.id, async (view) => {
        const project = query.project || undefined
        if (project !== undefined) await readProjectByName(view.reader, deployment.id, project)
        return listAcceptedRisks(view, deployment.id, {
          project,
          tag: query.tag || undefined,
          page: query.page ?? 0,
          size: query.page_size ?? risksOfPage,
        })
      }),
    ),

    handle(activityOperation, ({ deployment, principal, query }) =>
      services.database.read
        .transaction()
        .execute((reader) =>
          listActivity(reader, deployment.id, { principal, limit: query.limit ?? defaultActivity }),
        ),
    ),
  ]
}
