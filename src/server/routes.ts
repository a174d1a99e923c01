import { operations } from '#contract/all.ts'
import type { DetailedOperation } from '#contract/operation.ts'
import { peopleRoutes } from './access/people/routes.ts'
import { tokenRoutes } from './access/tokens/routes.ts'
import { sessionRoutes } from './access/tokens/sessions/session-routes.ts'
import { withDailyQuota } from './audit/daily-changes.ts'
import { auditRoutes } from './catalog/audit/routes.ts'
import { deploymentRoutes } from './catalog/deployments/routes.ts'
import { dueDateRoutes } from './catalog/due-dates/routes.ts'
import { policyChangeRoutes, policyHistoryRoutes } from './catalog/policies/policy-change-routes.ts'
import { policyRoutes, ruleRoutes } from './catalog/policies/routes.ts'
import { projectChangeRoutes } from './catalog/projects/changes/routes.ts'
import { refRoutes } from './catalog/projects/ref-routes.ts'
import { projectRoutes } from './catalog/projects/routes.ts'
import { sourceRoutes } from './catalog/sources/routes.ts'
import { teamRoutes } from './catalog/teams/routes.ts'
import { dependencyRoutes } from './dependencies/routes.ts'
import { openByPackage } from './findings/counts/open-by-package.ts'
import { exportRoutes } from './findings/export/routes.ts'
import { findingRoutes } from './findings/routes.ts'
import { filterRoutes } from './findings/saved/filters/routes.ts'
import { viewRoutes } from './findings/saved/views/routes.ts'
import { secretRoutes } from './findings/secrets/routes.ts'
import { gateRoutes } from './gate/routes.ts'
import { withGate } from './gate/upload-gate.ts'
import { eventRoutes } from './http/events/routes.ts'
import { descriptionRoutes } from './http/openapi/description.ts'
import type { Route } from './http/route.ts'
import type { Services } from './http/services.ts'
import { notificationRoutes } from './notifications/people/routes.ts'
import { webhookRoutes } from './notifications/routes.ts'
import { retentionRoutes } from './operations/retention/routes.ts'
import { countInbox } from './overview/inbox/items.ts'
import { inboxRoutes } from './overview/inbox/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { sbomRoutes } from './sbom/routes.ts'
import { matchRoutes } from './scans/resolve/routes.ts'
import { scanRoutes } from './scans/routes.ts'
import { approvalRoutes } from './triage/approvals/routes.ts'
import { jobRoutes } from './triage/bulk/routes.ts'
import { commentRoutes } from './triage/comments/routes.ts'
import { decisionRoutes } from './triage/decisions/routes.ts'
import { ownerRuleRoutes } from './triage/owners/routes.ts'
import { vexRoutes } from './vex/routes.ts'

/** Every route of the service, by resource. Other operations of the contract answer 501. */
export function allRoutes(services: Services): Route[] {
  const built = (): DetailedOperation[] => builtOperations(routes)
  const routes = [
    ...deploymentRoutes(services, built, countInbox),
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
    ...decisionRoutes(services),
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
    ...dependencyRoutes(services, openByPackage),
    ...secretRoutes(services),
    ...sbomRoutes(services),
    ...vexRoutes(services),
    ...scanRoutes(services, withGate),
    ...matchRoutes(services),
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
