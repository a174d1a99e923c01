import * as audit from './audit.ts'
import * as dependencies from './dependencies.ts'
import * as deployments from './deployments.ts'
import * as description from './description.ts'
import * as findingExport from './export.ts'
import * as findings from './findings.ts'
import * as groups from './groups.ts'
import * as matches from './matches.ts'
import type { Operation } from './operation.ts'
import * as policies from './policies.ts'
import * as projects from './projects.ts'
import * as sbom from './sbom.ts'
import * as scans from './scans.ts'
import * as search from './search.ts'
import * as secrets from './secrets.ts'
import * as service from './service.ts'
import * as session from './session.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as signIn from './sign-in.ts'
import * as sources from './sources.ts'
import * as tags from './tags.ts'
import * as ticket from './ticket.ts'
import * as tokens from './tokens.ts'
import * as triage from './triage.ts'
import * as views from './views.ts'

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
