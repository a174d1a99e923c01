import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'

// Every statement that finds a project by name uses one of these, so that a former name means the project that has another
// name since. Source: docs/decisions/0084-renamed-projects.md

/** The id of the project that has a name or had it, as a value of a statement; null if there is none. */
export const projectIdNamed = (
  deploymentId: number,
  name: string,
): RawBuilder<number> => sql<number>`coalesce(
  (select named.id from project as named where named.deployment_id = ${deploymentId} and named.name = ${name}),
  (select former.project_id from project_alias as former
    where former.deployment_id = ${deploymentId} and former.name = ${name}))`

/** The ids of the projects that have one of several names or had it, for the right side of `in`. */
export const projectIdsNamed = (
  deploymentId: number,
  names: RawBuilder<string>,
): RawBuilder<number> => sql<number>`(
  select named.id from project as named where named.deployment_id = ${deploymentId} and named.name in ${names}
  union all select former.project_id from project_alias as former
    where former.deployment_id = ${deploymentId} and former.name in ${names})`

/** All names of a project, the present one and former ones, for the right side of `in`. */
export const namesOfProject = (deploymentId: number, id: number): RawBuilder<string> => sql<string>`(
  select named.name from project as named where named.deployment_id = ${deploymentId} and named.id = ${id}
  union all select former.name from project_alias as former
    where former.deployment_id = ${deploymentId} and former.project_id = ${id})`

/** The present name of the project that has a name or had it; the name itself if there is none yet. */
export async function currentName(reader: Reader, deploymentId: number, name: string): Promise<string> {
  const row = await reader
    .selectFrom('project')
    .select('name')
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', projectIdNamed(deploymentId, name))
    .executeTakeFirst()
  return row?.name ?? name
}

/** The present name of the project of each former name. */
export async function readFormerNames(
  reader: Reader,
  deploymentId: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader
    .selectFrom('project_alias as former')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'former.deployment_id')
        .onRef('project.id', '=', 'former.project_id'),
    )
    .select(['former.name as former', 'project.name'])
    .where('former.deployment_id', '=', deploymentId)
    .execute()
  return new Map(rows.map(({ former, name }) => [former, name]))
}

/** The former names of a project, in order. */
export async function formerNamesOf(reader: Reader, deploymentId: number, id: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('project_alias')
    .select('name')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', id)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
