import { details as acceptedRisksDetails } from './details/accepted-risks.ts'
import { details as approvalsDetails } from './details/approvals.ts'
import { details as auditDetails } from './details/audit.ts'
import { details as commentsDetails } from './details/comments.ts'
import { details as dependenciesDetails } from './details/dependencies.ts'
import { details as deploymentsDetails } from './details/deployments.ts'
import { details as descriptionDetails } from './details/description.ts'
import { details as findingExportDetails } from './details/export.ts'
import { details as findingsDetails } from './details/findings.ts'
import { details as gateDetails } from './details/gate.ts'
import { details as groupsDetails } from './details/groups.ts'
import { details as inboxDetails } from './details/inbox.ts'
import { details as matchesDetails } from './details/matches.ts'
import { details as notificationsDetails } from './details/notifications.ts'
import { details as overviewDetails } from './details/overview.ts'
import { details as ownersDetails } from './details/owners.ts'
import { details as peopleDetails } from './details/people.ts'
import { details as policiesDetails } from './details/policies.ts'
import { details as projectsDetails } from './details/projects.ts'
import { details as sbomDetails } from './details/sbom.ts'
import { details as scansDetails } from './details/scans.ts'
import { details as searchDetails } from './details/search.ts'
import { details as secretsDetails } from './details/secrets.ts'
import { details as serviceDetails } from './details/service.ts'
import { details as sessionDetails } from './details/session.ts'
import { details as sessionsDetails } from './details/sessions.ts'
import { details as settingsDetails } from './details/settings.ts'
import { details as signInDetails } from './details/sign-in.ts'
import { details as sourcesDetails } from './details/sources.ts'
import { details as tagsDetails } from './details/tags.ts'
import { details as ticketDetails } from './details/ticket.ts'
import { details as tokensDetails } from './details/tokens.ts'
import { details as triageDetails } from './details/triage.ts'
import { details as vexDetails } from './details/vex.ts'
import { details as viewsDetails } from './details/views.ts'
import { details as webhooksDetails } from './details/webhooks.ts'
import type { DetailedOperation, Operation, OperationDetails } from './operation.ts'
import * as acceptedRisks from './operations/accepted-risks.ts'
import * as approvals from './operations/approvals.ts'
import * as audit from './operations/audit.ts'
import * as comments from './operations/comments.ts'
import * as dependencies from './operations/dependencies.ts'
import * as deployments from './operations/deployments.ts'
import * as description from './operations/description.ts'
import * as findingExport from './operations/export.ts'
import * as findings from './operations/findings.ts'
import * as gate from './operations/gate.ts'
import * as groups from './operations/groups.ts'
import * as inbox from './operations/inbox.ts'
import * as matches from './operations/matches.ts'
import * as notifications from './operations/notifications.ts'
import * as overview from './operations/overview.ts'
import * as owners from './operations/owners.ts'
import * as people from './operations/people.ts'
import * as policies from './operations/policies.ts'
import * as projects from './operations/projects.ts'
import * as sbom from './operations/sbom.ts'
import * as scans from './operations/scans.ts'
import * as search from './operations/search.ts'
import * as secrets from './operations/secrets.ts'
import * as service from './operations/service.ts'
import * as session from './operations/session.ts'
import * as sessions from './operations/sessions.ts'
import * as settings from './operations/settings.ts'
import * as signIn from './operations/sign-in.ts'
import * as sources from './operations/sources.ts'
import * as tags from './operations/tags.ts'
import * as ticket from './operations/ticket.ts'
import * as tokens from './operations/tokens.ts'
import * as triage from './operations/triage.ts'
import * as vex from './operations/vex.ts'
import * as views from './operations/views.ts'
import * as webhooks from './operations/webhooks.ts'

/** The details of a module's operations: one per operation, with the schema of its body. */
type DetailsOf<M> = {
  readonly [Name in keyof M as M[Name] extends Operation ? Name : never]: OperationDetails &
    (M[Name] extends { body: infer Body } ? { body: NonNullable<Body> } : { body?: never })
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value

/** Merges the operations of one module with their details. */
function withDetails<M extends object>(module: M, details: DetailsOf<M>): DetailedOperation[] {
  const named: Readonly<Record<string, OperationDetails>> = details
  return Object.entries(module).flatMap(([name, operation]) => {
    const own = named[name]
    if (!isOperation(operation) || !own) return []
    const { body: _, ...rest } = operation
    return [{ ...rest, ...own }]
  })
}

/** Every operation of the API, for the service and its published description; the browser imports individual ones. */
export const operations: readonly DetailedOperation[] = [
  ...withDetails(session, sessionDetails),
  ...withDetails(people, peopleDetails),
  ...withDetails(owners, ownersDetails),
  ...withDetails(description, descriptionDetails),
  ...withDetails(signIn, signInDetails),
  ...withDetails(sessions, sessionsDetails),
  ...withDetails(deployments, deploymentsDetails),
  ...withDetails(service, serviceDetails),
  ...withDetails(settings, settingsDetails),
  ...withDetails(tokens, tokensDetails),
  ...withDetails(audit, auditDetails),
  ...withDetails(findings, findingsDetails),
  ...withDetails(overview, overviewDetails),
  ...withDetails(acceptedRisks, acceptedRisksDetails),
  ...withDetails(groups, groupsDetails),
  ...withDetails(search, searchDetails),
  ...withDetails(findingExport, findingExportDetails),
  ...withDetails(matches, matchesDetails),
  ...withDetails(ticket, ticketDetails),
  ...withDetails(views, viewsDetails),
  ...withDetails(triage, triageDetails),
  ...withDetails(approvals, approvalsDetails),
  ...withDetails(comments, commentsDetails),
  ...withDetails(inbox, inboxDetails),
  ...withDetails(secrets, secretsDetails),
  ...withDetails(projects, projectsDetails),
  ...withDetails(tags, tagsDetails),
  ...withDetails(sources, sourcesDetails),
  ...withDetails(scans, scansDetails),
  ...withDetails(gate, gateDetails),
  ...withDetails(policies, policiesDetails),
  ...withDetails(dependencies, dependenciesDetails),
  ...withDetails(sbom, sbomDetails),
  ...withDetails(vex, vexDetails),
  ...withDetails(webhooks, webhooksDetails),
  ...withDetails(notifications, notificationsDetails),
]
