import type { Reader } from '#server/db/database.ts'

/** A package of a project, once however many of its lockfiles name it. */
export interface Package {
  ecosystem: string
  name: string
  version: string
  direct: boolean
  licences: string[]
  lockfiles: string[]
}

export interface ProjectPackages {
  id: number
  name: string
  url: string | null
  packages: Package[]
}

/** An export that cannot be made; the message is fit for the person who asked. */
export class ExportFault extends Error {}

/** Source: API decisions, "SBOM exports". */
export const componentsAtMost = 100_000

/**
 * Reads the packages that an export lists, by project: those of one ref, or of all primary branches.
 * @throws ExportFault where they are more than 100,000 components.
 */
export async function readPackages(
  reader: Reader,
  of: { deploymentId: number; projectId: number | null; ref: string | null },
): Promise<ProjectPackages[]> {
  let rows = reader
    .selectFrom('dependency')
    .innerJoin('lockfile', 'lockfile.id', 'dependency.lockfile_id')
    .innerJoin('ref', 'ref.id', 'lockfile.ref_id')
    .innerJoin('project', 'project.id', 'dependency.project_id')
    .where('dependency.deployment_id', '=', of.deploymentId)
  rows =
    of.projectId === null
      ? rows.where('dependency.on_primary', '=', 1)
      : rows.where('dependency.project_id', '=', of.projectId).where('ref.name', '=', of.ref)
  const { count } = await rows
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  // Rows are bounded before they are read; several lockfiles may name one component.
  if (count > 5 * componentsAtMost) throw tooMany()
  const found = await rows
    .select([
      'project.id',
      'project.name as project_name',
      'project.url',
      'lockfile.path',
      'dependency.ecosystem',
      'dependency.name',
      'dependency.version',
      'dependency.transitivity',
      'dependency.licenses_json',
    ])
    .orderBy('project.name')
    .orderBy('dependency.ecosystem')
    .orderBy('dependency.name')
    .orderBy('dependency.version')
    .orderBy('lockfile.path')
    .execute()

  const projects = new Map<number, ProjectPackages>()
  const known = new Map<string, Package>()
  for (const row of found) {
    const project = projects.get(row.id) ?? { id: row.id, name: row.project_name, url: row.url, packages: [] }
    projects.set(row.id, project)
    const key = JSON.stringify([row.id, row.ecosystem, row.name, row.version])
    let one = known.get(key)
    if (!one) {
      const { ecosystem, name, version } = row
      one = { ecosystem, name, version, direct: false, licences: [], lockfiles: [] }
      known.set(key, one)
      project.packages.push(one)
      if (known.size > componentsAtMost) throw tooMany()
    }
    one.direct ||= row.transitivity === 0
    // parse: the column holds a JSON array of strings, written by us.
    one.licences.push(...(JSON.parse(row.licenses_json) as string[]))
    if (one.lockfiles.at(-1) !== row.path) one.lockfiles.push(row.path)
  }
  return [...projects.values()]
}

const tooMany = () =>
  new ExportFault(
    `There are more than ${componentsAtMost.toLocaleString('en')} components. Export single repositories instead.`,
  )
