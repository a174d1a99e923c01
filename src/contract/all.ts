import type { Operation } from './operation.ts'
import * as audit from './operations/audit.ts'
import * as dependencies from './operations/dependencies.ts'
import * as deployments from './operations/deployments.ts'
import * as description from './operations/description.ts'
import * as findingExport from './operations/export.ts'
import * as findings from './operations/findings.ts'
import * as groups from './operations/groups.ts'
import * as matches from './operations/matches.ts'
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
import * as views from './operations/views.ts'

const modules = [
  session,
  description,
  signIn,
  sessions,
  deployments,
  service,
  settings,
  tokens,
  audit,
  findings,
  groups,
  search,
  findingExport,
  matches,
  ticket,
  views,
  triage,
  secrets,
  projects,
  tags,
  sources,
  scans,
  policies,
  dependencies,
  sbom,
]

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value

/** Every operation of the API, for the service and its published description; the browser imports single ones. */
export const operations: readonly Operation[] = modules.flatMap((module) =>
  Object.values(module).filter(isOperation),
)
