import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectEffects } from '#contract/responses/projects.ts'
import { toCode, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { formerNamesOf } from '#server/db/project-name.ts'
import { asFlag, textsOf } from '#server/db/sql.ts'
import { readEffectiveModes } from '#server/records/policies/effective-modes.ts'
import { type ProjectRow, tagsOf } from '#server/records/projects/project.ts'
import { countReferences } from '#server/records/projects/references.ts'

/** Whether a path is in a folder. @param prefix ends with a slash. */
export const isUnder = (column: string, prefix: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(substr(${sql.ref(column)}, 1, cast(${Array.from(prefix).length} as integer)) = ${prefix}, false)`

/** The ids of the refs of a project, for the right side of `in`. */
export const refsOfProject = (deploymentId: number, projectId: number): RawBuilder<number> =>
  sql<number>`(select ref.id from ref where ref.deployment_id = ${deploymentId} and ref.project_id = ${projectId})`

/**
 * Counts what belongs to a project.
 * @param prefix the folder that is moved; null for everything, with what names the project.
 */
export async function countEffects(
  reader: Reader,
  row: ProjectRow,
  prefix: string | null,
): Promise<ProjectEffects> {
  const { deployment_id: deploymentId, id } = row
  const refs = refsOfProject(deploymentId, id)
  const ownRows = (table: 'scan' | 'ref') =>
    reader
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deployment_id', '=', deploymentId)
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow()
  const untriaged = toCode(triageStates, 'untriaged')
  const ofFindings = reader
    .selectFrom('finding')
    .where('deployment_id', '=', deploymentId)
    .where('ref_id', 'in', refs)
    .where('removed', '=', 0)
    .$if(prefix !== null, (query) => query.where(isUnder('path', prefix ?? '')))
  const findings = await ofFindings
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(${asFlag(sql`triage_state <> ${untriaged}`)}), 0)`.as('decisions'),
      sql<number>`count(distinct ref_id)`.as('refs'),
    ])
    .executeTakeFirstOrThrow()
  const rules = await ofFindings.select('rule_id').distinct().execute()
  const lockfiles = await reader
    .selectFrom('lockfile')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('ref_id', 'in', refs)
    .$if(prefix !== null, (query) => query.where(isUnder('path', prefix ?? '')))
    .executeTakeFirstOrThrow()
  const names = [row.name, ...(await formerNamesOf(reader, deploymentId, id))]
  const references =
    prefix === null ? await countReferences(reader, deploymentId, names) : { tokens: 0, filters: 0 }
  return {
    findings: findings.count,
    decisions: findings.decisions,
    scans: prefix === null ? (await ownRows('scan')).count : 0,
    refs: prefix === null ? (await ownRows('ref')).count : findings.refs,
    lockfiles: lockfiles.count,
    united: 0,
    policies: await countPolicies(
      reader,
      row,
      rules.map((rule) => rule.rule_id),
    ),
    owner_rules: await countOwnerRules(reader, row),
    ...references,
  }
}

/** Counts the policies that decide the modes of rules in a project. */
async function countPolicies(
  reader: Reader,
  { id, deployment_id: deploymentId }: ProjectRow,
  rules: readonly number[],
): Promise<number> {
  const modes = await readEffectiveModes(reader, deploymentId, { rules, projects: [id] })
  return new Set(rules.flatMap((rule) => modes.policyOf(id, rule)?.id ?? [])).size
}

/** Counts the owners of the tags of a project, and its CODEOWNERS file. */
async function countOwnerRules(reader: Reader, row: ProjectRow): Promise<number> {
  const tags = await reader
    .selectFrom('owner_rule')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', row.deployment_id)
    .where('kind', '=', 'tag')
    .where('value', 'in', textsOf(tagsOf(row)))
    .executeTakeFirstOrThrow()
  const file = await reader
    .selectFrom('project_codeowners')
    .select('project_id')
    .where('deployment_id', '=', row.deployment_id)
    .where('project_id', '=', row.id)
    .executeTakeFirst()
  return tags.count + Number(file !== undefined)
}
