import { listAudit } from '#contract/deployments.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { pageOfAudit } from './list.ts'

/** The audit log. Source: API decisions, "Deployments, tokens, people". */
export function auditRoutes(services: Services): Route[] {
  return [
    handle(listAudit, async ({ deployment, query, principal, reply }) => {
      const everywhere = principal.deploymentId === null
      const { total, answer } = await pageOfAudit(services.database.read, deployment.id, query, everywhere)
      reply.header('x-total-count', total)
      return answer
    }),
  ]
}
