import { listInbox as listOperation, markAnswer, markMention } from '#contract/operations/inbox.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { markSeen } from '#server/triage/approvals/inbox.ts'
import { markMentionSeen } from '#server/triage/comments/inbox.ts'
import { listInbox } from './list.ts'

const defaultLimit = 100

/** The inbox of whoever asks. Source: docs/api.md#inbox. */
export function inboxRoutes(services: Services): Route[] {
  return [
    handle(listOperation, ({ query, deployment, principal }) => {
      const { reason, after = 0, limit = defaultLimit } = query
      const request = { deploymentId: deployment.id, principal, reason, after, limit }
      return withSnapshot(services.columns, deployment.id, (view) => listInbox(view, request))
    }),

    handle(markAnswer, async ({ path, body, deployment, principal }) => {
      const answer = { deploymentId: deployment.id, id: path.id, principal, seen: body.seen }
      await services.record((transaction) => markSeen(transaction, { ...answer, at: services.now() }))
    }),

    handle(markMention, async ({ path, body, deployment, principal }) => {
      const mention = { deploymentId: deployment.id, id: path.id, principal, seen: body.seen }
      await services.record((transaction) => markMentionSeen(transaction, { ...mention, at: services.now() }))
    }),
  ]
}
