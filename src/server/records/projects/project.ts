import type { Selectable } from 'kysely'
import type { Project } from '#contract/responses/projects.ts'
import type { Reader } from '#server/db/database.ts'
import { projectIdNamed, projectIdsNamed, readFormerNames } from '#server/db/project-name.ts'
import { textsOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { ProjectTable } from '#server/db/tables.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { parseGateSettings } from '../gate/settings.ts'

export type ProjectRow = Selectable<ProjectTable>

/**
 * Finds a project of a deployment by its full name, `<org>/<repo>` or deeper.
 * @throws HttpError 404.
 */
export async function readProjectByName(
  reader: Reader,
  deploymentId: number,
  name: string,
): Promise<ProjectRow> {
  const row = await reader
    .selectFrom('project')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', projectIdNamed(deploymentId, name))
    .executeTakeFirst()
  if (!row) throw notFound('project')
  return row
}

/**
 * Finds projects of a deployment by their full names, each once, in that order. Two statements at most for any number of them.
 * @throws HttpError 404; for several names with one fault per unknown name, at its position in the body's `projects`.
 */
export async function readProjectsByName(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
): Promise<ProjectRow[]> {
  const rows = await reader
    .selectFrom('project')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', projectIdsNamed(deploymentId, textsOf(names)))
    .execute()
  const byName = new Map(rows.map((row) => [row.name, row]))
  const isPresent = (name: string) => byName.has(name)
  const former = names.every(isPresent)
    ? new Map<string, string>()
    : await readFormerNames(reader, deploymentId)
  const rowOf = (name: string) => byName.get(name) ?? byName.get(former.get(name) ?? '')
  const unknown = names.flatMap((name, at) =>
    rowOf(name) ? [] : [{ pointer: `/projects/${at}`, detail: 'is not a project' }],
  )
  if (unknown.length === 0) return [...new Set(names.flatMap((name) => rowOf(name) ?? []))]
  if (names.length === 1) throw notFound('project')
  throw new HttpError(404, `${unknown.length} of the ${names.length} projects do not exist.`, {
    errors: unknown,
  })
}

/** Reads the tags of a row. */
export function tagsOf(row: ProjectRow): string[] {
  // parse: the column holds a JSON array of strings, written by us.
  return parseStored<string[]>(row.tags_json)
}

/** A project as a response object. Source: docs/api.md#projects. */
export function toProject(row: ProjectRow): Project {
  const gate = parseGateSettings(row.gate_json)
  return {
    id: row.id,
    name: row.name,
    tags: tagsOf(row),
    created_at: formatInstant(row.created_at),
    default_branch: row.default_branch,
    latest_scan_at: row.latest_scan_at === null ? null : formatInstant(row.latest_scan_at),
    managed_scan_config: {
      diff_scan: { enabled: row.managed_diff === 1 },
      full_scan: { enabled: row.managed_full === 1 },
    },
    primary_branch: row.primary_branch,
    protected_refs: gate.protected_refs,
    ci_accepts_empty: row.ci_accepts_empty === 1,
    gate,
    url: row.url,
  }
}

/** Formats an instant for responses, from milliseconds since 1970. */
export const formatInstant = (milliseconds: number) => new Date(milliseconds).toISOString()
