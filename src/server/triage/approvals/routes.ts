import {
  approveRequest as approveOperation,
  declineRequest as declineOperation,
  listApprovals as listOperation,
} from '#contract/operations/approvals.ts'
import { previewApprovals } from '#contract/operations/settings.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { approveRequest, declineRequest } from './decide.ts'
import { listApprovals, readApproval } from './list.ts'
import { previewApproval } from './preview.ts'

const defaultLimit = 100

/** Requests to ignore findings: the list, the decisions, and the preview of the setting. */
export function approvalRoutes(services: Services): Route[] {
  const { read } = services.database
  const decide = (operation: typeof approveOperation | typeof declineOperation, run: typeof approveRequest) =>
    handle(operation, async ({ path, body, deployment, principal }) => {
      const { note, version } = body
      const decision = { id: path.id, principal, note: maskUrls(note.trim()), version, at: services.now() }
      const row = await services.change(deployment.id, principal.name, (transaction) =>
        run(transaction, decision),
      )
      return readApproval(read, { deploymentId: deployment.id, principal }, row.id)
    })

  return [
    handle(listOperation, ({ query, deployment, principal }) => {
      const request = {
        deploymentId: deployment.id,
        principal,
        waiting: query.waiting,
        cursor: query.cursor,
        limit: query.limit ?? defaultLimit,
      }
      return read.transaction().execute((reader) => listApprovals(reader, request))
    }),

    decide(approveOperation, approveRequest),
    decide(declineOperation, declineRequest),

    handle(previewApprovals, ({ deployment, principal }) =>
      withSnapshot(services.columns, deployment.id, (view) =>
        previewApproval(view, deployment.id, principal, services.now()),
      ),
    ),
  ]
}
