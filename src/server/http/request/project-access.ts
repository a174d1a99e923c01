import type { Operation } from '#contract/operation.ts'
import type { Reader } from '#server/db/database.ts'
import { projectIdsNamed } from '#server/db/project-name.ts'
import { textsOf } from '#server/db/sql.ts'
import { HttpError, notFound } from '../errors.ts'
import type { Principal } from '../principal.ts'
import { ownId } from './own-id.ts'

/** What names the project of a request, once its parameters are read. */
interface NamedProject {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  deploymentId: number
  reader: Reader
}

type ProjectOf = (request: NamedProject) => string | undefined | Promise<string | undefined>

const inPath: ProjectOf = ({ path }) => path['projectName']
const inQuery: ProjectOf = ({ query }) =>
  typeof query['project'] === 'string' ? query['project'].trim() : undefined

async function ofScan({ path, deploymentId, reader }: NamedProject): Promise<string | undefined> {
  const row = await reader
    .selectFrom('scan')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'scan.deployment_id')
        .onRef('project.id', '=', 'scan.project_id'),
    )
    .select('project.name')
    .where('scan.deployment_id', '=', deploymentId)
    .where('scan.id', '=', ownId(path['scanId'] ?? '') ?? -1)
    .executeTakeFirst()
  return row?.name
}

/** The note of an import is the project that it was sent for. */
async function ofImport({ path, deploymentId, reader }: NamedProject): Promise<string | undefined> {
  const row = await reader
    .selectFrom('job')
    .select('note')
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', ownId(path['importId'] ?? '') ?? -1)
    .where('kind', '=', 'import')
    .executeTakeFirst()
  return row?.note ?? undefined
}

/**
 * The operations that a token which is restricted to projects may call, with the project that a request is about, and
 * what does not exist for it otherwise; null where a request may name a project that does not exist yet.
 */
const operationsOfProjects: Readonly<Record<string, { projectOf: ProjectOf; missing: string | null }>> = {
  createScan: { projectOf: inQuery, missing: null },
  sendCodeowners: { projectOf: inQuery, missing: 'project' },
  evaluateGate: { projectOf: inPath, missing: 'project' },
  getGate: { projectOf: inPath, missing: 'project' },
  getScanGate: { projectOf: ofScan, missing: 'scan' },
  getImport: { projectOf: ofImport, missing: 'import' },
}

/** Operations about the token itself and the service, which answer nothing of a project. */
const operationsOfNoProject: ReadonlySet<string> = new Set([
  'endSession',
  'getCapabilities',
  'getMe',
  'getService',
  'listSessions',
])

/**
 * Checks that a request of a token which is restricted to projects is about one of them. This is the only place that
 * decides it: an operation that is not listed here is refused. Others' projects are answered as if they did not exist.
 * @throws HttpError 403 or 404. Source: docs/decisions/0077-tokens-of-projects.md.
 */
export async function assertProjectAccess(
  { projects }: Principal,
  operation: Operation,
  request: NamedProject,
): Promise<void> {
  if (projects === null || operation.scopes === 'none' || operationsOfNoProject.has(operation.id)) return
  const own = operationsOfProjects[operation.id]
  if (!own) throw new HttpError(403, 'The token is restricted to projects, which does not include this.')
  const project = await own.projectOf(request)
  if (project !== undefined && (await isOneOf(request, project, projects))) return
  if (own.missing !== null) throw notFound(own.missing)
  throw new HttpError(403, `The token may only send scans of ${projects.join(', ')}.`)
}

/** Whether a project is one of those that a token names, each by its present name or a former one. */
async function isOneOf(
  { deploymentId, reader }: NamedProject,
  name: string,
  names: readonly string[],
): Promise<boolean> {
  const idsOf = async (given: readonly string[]) => {
    const rows = await reader
      .selectFrom('project')
      .select('id')
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', projectIdsNamed(deploymentId, textsOf(given)))
      .execute()
    return rows.map(({ id }) => id)
  }
  const [id] = await idsOf([name])
  return id === undefined ? names.includes(name) : (await idsOf(names)).includes(id)
}
