import { operations } from '#contract/all.ts'
import type { DetailedOperation } from '#contract/operation.ts'
import { withDailyQuota } from './audit/daily-changes.ts'
import { auditRoutes } from './audit/routes.ts'
import { dependencyRoutes } from './dependencies/routes.ts'
import { deploymentRoutes } from './deployments/routes.ts'
import { dueDateRoutes } from './due-dates/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { filterRoutes } from './filters/routes.ts'
import { approvalRoutes } from './findings/approvals/routes.ts'
import { commentRoutes } from './findings/comments/routes.ts'
import { exportRoutes } from './findings/export/routes.ts'
import { findingRoutes } from './findings/routes.ts'
import { gateRoutes } from './gate/routes.ts'
import { descriptionRoutes } from './http/openapi/description.ts'
import type { Route } from './http/route.ts'
import type { Services } from './http/services.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { policyChangeRoutes, policyHistoryRoutes } from './policies/policy-change-routes.ts'
import { policyRoutes, ruleRoutes } from './policies/routes.ts'
import { projectChangeRoutes } from './projects/changes/routes.ts'
import { refRoutes } from './projects/ref-routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { sbomRoutes } from './sbom/routes.ts'
import { scanRoutes } from './scans/routes.ts'
import { secretRoutes } from './secrets/routes.ts'
import { sourceRoutes } from './sources/routes.ts'
import { teamRoutes } from './teams/routes.ts'
import { ownerRuleRoutes } from './teams/rule-routes.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { sessionRoutes } from './tokens/sessions/session-routes.ts'
import { vexRoutes } from './vex/routes.ts'
import { viewRoutes } from './views/routes.ts'
import { notificationRoutes } from './webhooks/people/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** Every route of the service, by resource. Other operations of the contract answer 501. */
export function allRoutes(services: Services): Route[] {
  const built = (): DetailedOperation[] => builtOperations(routes)
  const routes = [
    ...deploymentRoutes(services, built),
    ...retentionRoutes(services),
    ...dueDateRoutes(services),
    ...descriptionRoutes(built, services.version),
    ...sessionRoutes(services),
    ...tokenRoutes(services),
    ...peopleRoutes(services),
    ...teamRoutes(services),
    ...ownerRuleRoutes(services),
    ...auditRoutes(services),
    ...findingRoutes(services),
    ...overviewRoutes(services),
    ...filterRoutes(services),
    ...jobRoutes(services),
    ...approvalRoutes(services),
    ...commentRoutes(services),
    ...inboxRoutes(services),
    ...viewRoutes(services),
    ...exportRoutes(services),
    ...eventRoutes(services),
    ...projectRoutes(services),
    ...refRoutes(services),
    ...projectChangeRoutes(services),
    ...sourceRoutes(services),
    ...gateRoutes(services),
    ...policyRoutes(services),
    ...ruleRoutes(services),
    ...policyChangeRoutes(services),
    ...policyHistoryRoutes(services),
    ...dependencyRoutes(services),
    ...secretRoutes(services),
    ...sbomRoutes(services),
    ...vexRoutes(services),
    ...scanRoutes(services),
    ...webhookRoutes(services),
    ...notificationRoutes(services),
  ].map((route) => withDailyQuota(services, route))
  return routes
}

/** The operations of the given routes, with their details. */
export function builtOperations(routes: readonly Route[]): DetailedOperation[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  return routes.flatMap((route) => byId.get(route.operation.id) ?? [])
}
