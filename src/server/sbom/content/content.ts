import type { severities } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'

/** A package of a project, once however many of its lockfiles name it. */
export interface Package {
  ecosystem: string
  name: string
  version: string
  /** The package URL that a scan gave, where it does not follow from the three before. */
  purl: string | null
  licenses: string[]
  /** Algorithms as CycloneDX names them; several of one where a version is released as several files. */
  hashes: { alg: string; content: string }[]
  /** The lockfiles that name it, and how the project comes to it there: a position in `transitivities`. */
  places: { path: string; transitivity: number }[]
  /** What it asks for, as positions in the same project's packages; null where that is not known. */
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

/** What was decided of a vulnerability, as VEX says it. */
export type Verdict = 'fixing' | 'in_triage' | 'will_not_fix' | 'false_positive'

/** A vulnerability as it was judged of some packages. */
export interface VulnerabilityVerdict {
  /** The advisory, or the rule where there is none. */
  id: string
  /** Null where not known. */
  severity: (typeof severities)[number] | null
  /** Numbers of the CWE. */
  cwes: number[]
  verdict: Verdict
  /** The packages it is found in; `at` is null where no lockfile lists what the finding names. */
  affects: { project: number; at: number | null }[]
}

/** All that an export says of what it describes; kept, so that it can be written again. */
export interface Content {
  /** The address of the one repository that is described. */
  url: string | null
  projects: ProjectPackages[]
  /** What is known of vulnerabilities; null where it was not asked for. */
  vulnerabilities: VulnerabilityVerdict[] | null
}

/** An export that cannot be made; the message is fit for the person who asked. */
export class ExportFault extends Error {}

/** Source: docs/api.md#sbom-exports. */
const maxComponents = 100_000
/** Several lockfiles may name one component; rows are bounded before they are read. */
export const maxRows = 5 * maxComponents
/** Why a larger one cannot be made. */
export const tooManyComponents = `There are more than ${maxComponents.toLocaleString('en')} components. Export individual repositories instead.`

/** Which packages an export lists: those of one ref, or of all primary branches. */
export interface ExportScope {
  deploymentId: number
  projectId: number | null
  ref: string | null
}

/**
 * Reads the packages that an export lists, by project; each list is in the order of ecosystem, name and version, the
 * same each time.
 * @throws ExportFault where they are more than 100,000 components.
 */
export async function readPackages(reader: Reader, of: ExportScope): Promise<ProjectPackages[]> {
  if ((await countRows(reader, of)) > maxRows) throw new ExportFault(tooManyComponents)
  const rows = await rowsOf(reader, of)
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
      'dependency.requires_json',
    ])
    .orderBy('dependency.project_id')
    .orderBy('dependency.ecosystem')
    .orderBy('dependency.name')
    .orderBy('dependency.version')
    .orderBy('lockfile.path')
    .orderBy('dependency.id')
    .execute()
  const projects = await describedProjects(reader, of)
  /** Where the package of each row stands in its project. */
  const places = new Map<number, number>()
  const pendingRequirements: { one: Package; requires: string }[] = []
  const scans = new Map<number, number>()
  let components = 0
  let last: { project: number; one: Package } | null = null
  for (const row of rows) {
    const { project_id, ecosystem, name, version } = row
    const project = projects.get(project_id)
    if (!project) continue
    scans.set(project_id, Math.max(row.scan_id, scans.get(project_id) ?? 0))
    let one: Package | null = last?.project === project_id && isSame(last.one, row) ? last.one : null
    if (one === null) {
      one = { ecosystem, name, version, purl: null, licenses: [], hashes: [], places: [], requires: null }
      last = { project: project_id, one }
      project.packages.push(one)
      components += 1
      if (components > maxComponents) throw new ExportFault(tooManyComponents)
    }
    places.set(row.id, project.packages.length - 1)
    one.purl ??= row.purl
    // parse: these columns hold JSON arrays, written by us.
    addNew(one.licenses, JSON.parse(row.licenses_json) as string[], (license) => license)
    // parse: as above.
    const hashes = JSON.parse(row.hashes_json) as Package['hashes']
    addNew(one.hashes, hashes, (hash) => `${hash.alg} ${hash.content}`)
    addNew(one.places, [{ path: row.path, transitivity: row.transitivity }], (place) => place.path)
    if (row.requires_json !== null) pendingRequirements.push({ one, requires: row.requires_json })
  }
  for (const { one, requires } of pendingRequirements) {
    // parse: as above; ids of rows of the same lockfile.
    const targets = (JSON.parse(requires) as number[]).flatMap((id) => places.get(id) ?? [])
    one.requires = [...new Set([...(one.requires ?? []), ...targets])].sort((a, b) => a - b)
  }
  const commits = await commitsOf(reader, of.deploymentId, [...scans.values()])
  for (const project of projects.values()) {
    project.commit = commits.get(scans.get(project.id) ?? 0) ?? null
  }
  return [...projects.values()]
}

/** The rows that an export is made from, counted no further than is needed to tell that they are too many. */
export async function countRows(reader: Reader, of: ExportScope): Promise<number> {
  const { count } = await reader
    .selectFrom(
      rowsOf(reader, of)
        .select('dependency.id')
        .limit(maxRows + 1)
        .as('bounded'),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The projects that are described, by name: one that no lockfile is known of is a component all the same. */
async function describedProjects(reader: Reader, of: ExportScope): Promise<Map<number, ProjectPackages>> {
  const all = reader
    .selectFrom('project')
    .innerJoin('ref', (join) =>
      join
        .onRef('ref.deployment_id', '=', 'project.deployment_id')
        .onRef('ref.project_id', '=', 'project.id'),
    )
    .select(['project.id', 'project.name', 'project.url', 'ref.name as ref'])
    .where('project.deployment_id', '=', of.deploymentId)
  const rows = await (of.projectId === null
    ? all.where('ref.is_primary', '=', 1)
    : all.where('project.id', '=', of.projectId).where('ref.name', '=', of.ref)
  )
    .orderBy('project.name')
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, commit: null, packages: [] }]))
}

function rowsOf(reader: Reader, of: ExportScope) {
  const rows = reader.selectFrom('dependency').where('dependency.deployment_id', '=', of.deploymentId)
  if (of.projectId === null) return rows.where('dependency.on_primary', '=', 1)
  const lockfiles = reader
    .selectFrom('lockfile')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'lockfile.deployment_id').onRef('ref.id', '=', 'lockfile.ref_id'),
    )
    .select('lockfile.id')
    .where('lockfile.deployment_id', '=', of.deploymentId)
    .where('ref.project_id', '=', of.projectId)
    .where('ref.name', '=', of.ref)
  return rows
    .where('dependency.project_id', '=', of.projectId)
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

const isSame = (one: Package, row: Pick<Package, 'ecosystem' | 'name' | 'version'>) =>
  one.ecosystem === row.ecosystem && one.name === row.name && one.version === row.version

function addNew<T>(list: T[], more: readonly T[], key: (one: T) => string): void {
  if (more.length === 0) return
  const known = new Set(list.map(key))
  for (const one of more) {
    if (!known.has(key(one))) list.push(one)
    known.add(key(one))
  }
}
