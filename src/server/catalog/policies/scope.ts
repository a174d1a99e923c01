import type { z } from 'zod/mini'
import type { appliesToBody } from '#contract/details/policies.ts'
import type { AppliesTo } from '#contract/responses/policies.ts'
import { fromCode, policyScopes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { readProjectsByName } from '#server/records/projects/project.ts'
import { readTags } from '#server/records/projects/tags.ts'

/** The projects that a policy applies to, as they are stored: projects by id. */
export interface PolicyScope {
  scope: (typeof policyScopes)[number]
  projects: readonly number[]
  tags: readonly string[]
}

/** The scope columns of a policy. */
interface ScopeColumns {
  scope: number
  projects_json: string
  tags_json: string
}

/** What the columns of a policy say that it applies to. */
export const scopeOf = (row: ScopeColumns): PolicyScope => ({
  scope: fromCode(policyScopes, row.scope),
  // parse: written by us, lists of ids and of tags.
  projects: parseStored<number[]>(row.projects_json),
  tags: parseStored<string[]>(row.tags_json),
})

/** The columns of a policy that applies to a scope. */
export const scopeColumns = ({ scope, projects, tags }: PolicyScope): ScopeColumns => ({
  scope: toCode(policyScopes, scope),
  projects_json: JSON.stringify(projects),
  tags_json: JSON.stringify(tags),
})

/** Whether two scopes are the same choice. */
export const isSameScope = (one: PolicyScope, other: PolicyScope): boolean =>
  JSON.stringify(scopeColumns(one)) === JSON.stringify(scopeColumns(other))

/**
 * Reads what a policy is asked to apply to.
 * @throws HttpError 404 with every project that does not exist, 400 with every invalid tag.
 */
export async function readScope(
  reader: Reader,
  deploymentId: number,
  body: z.output<typeof appliesToBody>,
): Promise<PolicyScope> {
  if ('all' in body) return { scope: 'all', projects: [], tags: [] }
  const { projects = [], tags = [] } = body
  const rows = projects.length === 0 ? [] : await readProjectsByName(reader, deploymentId, projects)
  return {
    scope: 'some',
    projects: rows.map(({ id }) => id).sort((one, other) => one - other),
    tags: readTags(tags, '/appliesTo/tags').sort(),
  }
}

/** Scopes as a response, with the present names of their projects: one statement for all. */
export async function describeScopes(
  reader: Reader,
  deploymentId: number,
  scopes: readonly PolicyScope[],
): Promise<(scope: PolicyScope) => AppliesTo> {
  const ids = new Set(scopes.flatMap(({ projects }) => projects))
  const rows =
    ids.size === 0
      ? []
      : await reader
          .selectFrom('project')
          .select(['id', 'name'])
          .where('deployment_id', '=', deploymentId)
          .where('id', 'in', valuesOf(ids))
          .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ({ scope, projects, tags }) => ({
    all: scope !== 'some',
    chosen: scope !== 'unchosen',
    // A project that was deleted has no name any more.
    projects: projects.flatMap((id) => names.get(id) ?? []).sort(),
    tags: [...tags],
  })
}
