import { artifactOf } from '#server/base/purl.ts'
import type { severities } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** An artifact of a package of a project, listed once even if several lockfiles name it. */
export interface Package {
  ecosystem: string
  name: string
  version: string
  /** The package URL from a scan, if it does not follow from ecosystem, name and version. */
  purl: string | null
  /** Valid CPE names; missing in contents that earlier versions stored. */
  cpes?: string[]
  licenses: string[]
  /** Algorithms as CycloneDX names them; several hashes of one algorithm if a version has several files. */
  hashes: { alg: string; content: string }[]
  /** The lockfiles that name it, and its transitivity there as an index of `transitivities`. */
  places: { path: string; transitivity: number }[]
  /** Its dependencies, as indexes of the same project's packages; null if unknown. */
  requires: number[] | null
}

export interface ProjectPackages {
  id: number
  name: string
  url: string | null
  ref: string
  commit: string | null
  packages: Package[]
}

/** The triage of a vulnerability, in the terms of VEX. */
export type Verdict = 'fixing' | 'in_triage' | 'will_not_fix' | 'false_positive'

/** A vulnerability with the same triage in some packages. */
export interface VulnerabilityVerdict {
  /** The advisory, or the rule where there is none. */
  id: string
  /** Null if unknown. */
  severity: (typeof severities)[number] | null
  /** Numbers of the CWE. */
  cwes: number[]
  verdict: Verdict
  /** The affected packages; `at` is null if no lockfile lists the package of the finding. */
  affects: { project: number; at: number | null }[]
}

/** The content of an export, which is stored so that the export can be written again. */
export interface Content {
  /** The URL of the repository, if only one is described. */
  url: string | null
  projects: ProjectPackages[]
  /** The vulnerabilities; null if they were not requested. */
  vulnerabilities: VulnerabilityVerdict[] | null
}

/** An export that cannot be created. The message is shown to the person who requested it. */
export class ExportFault extends Error {}

/** Source: docs/api.md#sbom-exports. */
const maxComponents = 100_000
/** Several lockfiles may name one component; rows are bounded before they are read. */
export const maxRows = 5 * maxComponents
/** The message for a larger export. */
export const tooManyComponents = `There are more than ${maxComponents.toLocaleString('en')} components. Export individual repositories instead.`

/** The packages of an export: those of one ref, or of all primary branches. */
export interface ExportScope {
  deploymentId: number
  projectId: number | null
  ref: string | null
}

/**
 * Reads the packages of an export by project, sorted by ecosystem, name and version.
 * @throws ExportFault if there are more than 100,000 components.
 */
export async function readPackages(reader: Reader, scope: ExportScope): Promise<ProjectPackages[]> {
  if ((await countRows(reader, scope)) > maxRows) throw new ExportFault(tooManyComponents)
  const rows = await rowsOf(reader, scope)
    .innerJoin('lockfile', (join) =>
      join
        .onRef('lockfile.deployment_id', '=', 'dependency.deployment_id')
        .onRef('lockfile.id', '=', 'dependency.lockfile_id'),
    )
    .select([
      'dependency.project_id',
      'lockfile.path',
      'lockfile.scan_id',
      'dependency.id',
      'dependency.ecosystem',
      'dependency.name',
      'dependency.version',
      'dependency.transitivity',
      'dependency.licenses_json',
      'dependency.hashes_json',
      'dependency.purl',
      'dependency.cpes_json',
      'dependency.requires_json',
    ])
    .orderBy('dependency.project_id')
    .orderBy('dependency.ecosystem')
    .orderBy('dependency.name')
    .orderBy('dependency.version')
    .orderBy('lockfile.path')
    .orderBy('dependency.id')
    .execute()
  const projects = await describedProjects(reader, scope)
  /** For each row the index of its package in the project. */
  const positions = new Map<number, number>()
  const pendingRequirements: { one: Package; requires: string }[] = []
  const scans = new Map<number, number>()
  const place = packagePlaces()
  for (const row of rows) {
    const { project_id } = row
    const project = projects.get(project_id)
    if (!project) continue
    scans.set(project_id, Math.max(row.scan_id, scans.get(project_id) ?? 0))
    const { one, at } = place(project, row)
    positions.set(row.id, at)
    addFacts(one, row)
    addNew(one.places, [{ path: row.path, transitivity: row.transitivity }], (place) => place.path)
    if (row.requires_json !== null) pendingRequirements.push({ one, requires: row.requires_json })
  }
  for (const { one, requires } of pendingRequirements) {
    // parse: as above; ids of rows of the same lockfile.
    const targets = parseStored<number[]>(requires).flatMap((id) => positions.get(id) ?? [])
    one.requires = [...new Set([...(one.requires ?? []), ...targets])].sort((a, b) => a - b)
  }
  const commits = await commitsOf(reader, scope.deploymentId, [...scans.values()])
  for (const project of projects.values()) {
    project.commit = commits.get(scans.get(project.id) ?? 0) ?? null
  }
  return [...projects.values()]
}

/** Adds what a row says of the artifact itself. */
function addFacts(
  one: Package,
  row: { purl: string | null; cpes_json: string | null; licenses_json: string; hashes_json: string },
): void {
  one.purl ??= row.purl
  // parse: these columns hold JSON arrays, written by us.
  const cpes = parseStored<string[]>(row.cpes_json ?? '[]')
  if (cpes.length > 0) one.cpes = [...new Set([...(one.cpes ?? []), ...cpes])]
  // parse: as above.
  addNew(one.licenses, parseStored<string[]>(row.licenses_json), (license) => license)
  // parse: as above.
  const hashes = parseStored<Package['hashes']>(row.hashes_json)
  addNew(one.hashes, hashes, (hash) => `${hash.alg} ${hash.content}`)
}

/** Returns what lists the package of a row, once for each artifact; rows of one name and version follow each other. */
function packagePlaces() {
  let components = 0
  let same = { project: 0, key: '', artifacts: new Map<string, { one: Package; at: number }>() }
  return (
    project: ProjectPackages,
    { ecosystem, name, version, purl }: Pick<Package, 'ecosystem' | 'name' | 'version' | 'purl'>,
  ) => {
    const key = JSON.stringify([ecosystem, name, version])
    if (same.project !== project.id || same.key !== key)
      same = { project: project.id, key, artifacts: new Map() }
    const artifact = artifactOf(purl)
    const known = same.artifacts.get(artifact)
    if (known) return known
    components += 1
    if (components > maxComponents) throw new ExportFault(tooManyComponents)
    const one: Package = {
      ...{ ecosystem, name, version, purl: null },
      ...{ licenses: [], hashes: [], places: [], requires: null },
    }
    const place = { one, at: project.packages.push(one) - 1 }
    same.artifacts.set(artifact, place)
    return place
  }
}

/** The number of rows of an export. Counting stops once there are too many. */
export async function countRows(reader: Reader, scope: ExportScope): Promise<number> {
  const { count } = await reader
    .selectFrom(
      rowsOf(reader, scope)
        .select('dependency.id')
        .limit(maxRows + 1)
        .as('bounded'),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The described projects by name. A project without lockfiles is a component too. */
async function describedProjects(reader: Reader, scope: ExportScope): Promise<Map<number, ProjectPackages>> {
  const all = reader
    .selectFrom('project')
    .innerJoin('ref', (join) =>
      join
        .onRef('ref.deployment_id', '=', 'project.deployment_id')
        .onRef('ref.project_id', '=', 'project.id'),
    )
    .select(['project.id', 'project.name', 'project.url', 'ref.name as ref'])
    .where('project.deployment_id', '=', scope.deploymentId)
  const rows = await (scope.projectId === null
    ? all.where('ref.is_primary', '=', 1)
    : all.where('project.id', '=', scope.projectId).where('ref.name', '=', scope.ref)
  )
    .orderBy('project.name')
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, commit: null, packages: [] }]))
}

function rowsOf(reader: Reader, scope: ExportScope) {
  const rows = reader.selectFrom('dependency').where('dependency.deployment_id', '=', scope.deploymentId)
  if (scope.projectId === null) return rows.where('dependency.on_primary', '=', 1)
  const lockfiles = reader
    .selectFrom('lockfile')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'lockfile.deployment_id').onRef('ref.id', '=', 'lockfile.ref_id'),
    )
    .select('lockfile.id')
    .where('lockfile.deployment_id', '=', scope.deploymentId)
    .where('ref.project_id', '=', scope.projectId)
    .where('ref.name', '=', scope.ref)
  return rows
    .where('dependency.project_id', '=', scope.projectId)
    .where('dependency.lockfile_id', 'in', lockfiles)
}

async function commitsOf(
  reader: Reader,
  deploymentId: number,
  scans: readonly number[],
): Promise<Map<number, string | null>> {
  const rows = await reader
    .selectFrom('scan')
    .select(['id', 'commit'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(scans))
    .execute()
  return new Map(rows.map((row) => [row.id, row.commit]))
}

function addNew<T>(list: T[], more: readonly T[], key: (one: T) => string): void {
  if (more.length === 0) return
  const known = new Set(list.map(key))
  for (const one of more) {
    if (!known.has(key(one))) list.push(one)
    known.add(key(one))
  }
}
