import type { Reader } from '#server/db/database.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import { notFound } from '#server/http/errors.ts'
import { type GateSettings, parseGateSettings } from './settings.ts'

/** The commit that a verdict is asked for, and how it is compared. */
export interface GateRequest {
  deploymentId: number
  project: GateProject
  /** null where no scan names one. */
  commit: string | null
  /** The ref of the commit's scans; null for that of the newest one. */
  ref: string | null
  /** The ref of the base; null for the primary branch. */
  base: string | null
  /** Whether all findings of a source without a base count. */
  isStrict: boolean
  /** The paths that differ between the base and the commit; null if they are not known. */
  changedFiles: ReadonlySet<string> | null
  /** The former path of each file that version control calls renamed since the base, by its new one. */
  renamedFiles: ReadonlyMap<string, string>
  /** Whether nothing is stored. */
  isDryRun: boolean
}

/** Equal for requests whose verdicts replace one another. */
export const comparisonOf = ({ base, isStrict }: Pick<GateRequest, 'base' | 'isStrict'>): string =>
  JSON.stringify([base, isStrict])

export interface GateProject {
  id: number
  name: string
  url: string | null
  /** As it is set: its first full scan may not have arrived. */
  primaryBranch: string | null
  /** null before its first scan. */
  lastScanAt: number | null
  settings: GateSettings
}

export interface GateRef {
  id: number
  name: string
  isPrimary: boolean
}

const columns = [
  'id',
  'name',
  'url',
  'primary_branch as primaryBranch',
  'latest_scan_at as lastScanAt',
  'gate_json',
] as const

const toGateProject = ({
  gate_json: json,
  ...row
}: Omit<GateProject, 'settings'> & { gate_json: string }) => ({
  ...row,
  settings: parseGateSettings(json),
})

/** @throws HttpError 404 for an unknown project. */
export async function gateProject(
  reader: Reader,
  deploymentId: number,
  by: { name: string } | { id: number },
): Promise<GateProject> {
  const query = reader.selectFrom('project').select(columns).where('deployment_id', '=', deploymentId)
  const row = await ('name' in by
    ? query.where('id', '=', projectIdNamed(deploymentId, by.name))
    : query.where('id', '=', by.id)
  ).executeTakeFirst()
  if (!row) throw notFound('project')
  return toGateProject(row)
}

/** The refs of a project, by name. */
export async function gateRefs(
  reader: Reader,
  deploymentId: number,
  projectId: number,
  names: readonly string[],
): Promise<{ primary: GateRef | null; named: ReadonlyMap<string, GateRef> }> {
  const rows = await reader
    .selectFrom('ref')
    .select(['id', 'name', 'is_primary'])
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('is_primary', '=', 1), ...names.map((name) => eb('name', '=', name))]))
    .execute()
  const refs = rows.map(({ id, name, is_primary }) => ({ id, name, isPrimary: is_primary === 1 }))
  return {
    primary: refs.find(({ isPrimary }) => isPrimary) ?? null,
    named: new Map(refs.map((ref) => [ref.name, ref])),
  }
}
