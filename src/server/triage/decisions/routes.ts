import { patchFinding } from '#contract/operations/ticket.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { readDetail } from '#server/findings/detail/detail.ts'
import { prepareColumns, selectFirstBeforeChange } from '#server/findings/snapshot.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { linkTicket } from './ticket.ts'
import { triageFindings } from './triage.ts'
import { parseTriage } from './triage-request.ts'
import { revertTriage } from './undo.ts'

/** Decisions about findings, their undo, and tickets. Source: docs/api.md#triage. */
export function decisionRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handle(patchFinding, async ({ path, body, deployment, principal }) => {
      const edit = { deploymentId: deployment.id, id: path.id, ticket: body.external_ticket }
      await services.change(deployment.id, principal.name, (transaction) =>
        linkTicket(transaction, { ...edit, actor: principal.name, at: services.now() }),
      )
      return readDetail(read, deployment.id, path.id)
    }),

    handle(triage, async ({ body, deployment, principal }) => {
      const actor = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      const parameters = await parseTriage(read, deployment.id, body, { ...actor, now: actor.at })
      const { target } = parameters
      if ('selection' in target)
        await prepareColumns(services.columns, deployment.id, target.selection.filter)
      return services.change(deployment.id, principal.name, (transaction, run) =>
        triageFindings(transaction, parameters, actor, (selection, limit) =>
          selectFirstBeforeChange(services.columns, run.reader, selection, limit),
        ),
      )
    }),

    handle(undoTriage, async ({ path, deployment, principal }) => {
      const actor = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      const changeId = path.change_id
      return services.change(deployment.id, principal.name, (transaction) =>
        revertTriage(transaction, { ...actor, changeId }),
      )
    }),
  ]
}
