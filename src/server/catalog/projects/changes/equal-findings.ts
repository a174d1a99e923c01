import { sql } from 'kysely'
import { toCode, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { UnitedPair } from '#server/scans/moving/writes.ts'
import { refsOfProject } from './effects.ts'

const undecided = sql.join(
  (['untriaged', 'reopened'] as const).map((state) => sql.lit(toCode(triageStates, state))),
)

/** Whether nobody decided or noted anything. */
const isUndecided = (finding: 'mine' | 'other') =>
  sql`(${sql.ref(`${finding}.triage_state`)} in (${undecided}) and ${sql.ref(`${finding}.triage_comment`)} is null)`

/**
 * Pairs of findings of two projects that are the same: of the same source, on refs with the same name, with the same
 * `match_based_id`, which is rule, path and evidence, and not of different resources. @param own the project that is merged into the other one.
 */
const equalFindings = (deploymentId: number, own: number, into: number) => sql`
  from finding as mine
    join ref as my_ref on my_ref.deployment_id = mine.deployment_id and my_ref.id = mine.ref_id
    join ref as other_ref on other_ref.deployment_id = mine.deployment_id and other_ref.project_id = ${into}
      and other_ref.name = my_ref.name
    join finding as other on other.deployment_id = mine.deployment_id and other.ref_id = other_ref.id
      and other.source_id = mine.source_id and other.match_based_id = mine.match_based_id
      and other.rule_id = mine.rule_id
      and (mine.resource is null or other.resource is null or other.resource = mine.resource)
  where mine.deployment_id = ${deploymentId} and mine.ref_id in ${refsOfProject(deploymentId, own)}`

/** Counts the findings of a project that another has as well. */
export async function countEqual(
  reader: Reader,
  deploymentId: number,
  own: number,
  into: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct mine.id) as count
    ${equalFindings(deploymentId, own, into)}`.execute(reader)
  return rows[0]?.count ?? 0
}

interface EqualRow {
  mine: number
  other: number
  my_flaw: number
  other_flaw: number
  stays: number
}

/**
 * Reads the findings of a project that another has as well. The one with the newer decision stays, without decisions that
 * of the other project. Each finding is in one pair at most.
 */
export async function readEqual(
  reader: Reader,
  deploymentId: number,
  own: number,
  into: number,
): Promise<UnitedPair[]> {
  const { rows } = await sql<EqualRow>`
    select mine.id as mine, other.id as other, mine.flaw_id as my_flaw, other.flaw_id as other_flaw, case
      when ${isUndecided('mine')} then 0
      when ${isUndecided('other')} then 1
      when coalesce(mine.triaged_at, 0) > coalesce(other.triaged_at, 0) then 1 else 0 end as stays
    ${equalFindings(deploymentId, own, into)} 
    order by case when mine.line = other.line then 0 else 1 end, mine.id, other.id`.execute(reader)
  const paired = new Set<number>()
  return rows.flatMap(({ mine, other, my_flaw: from, other_flaw: to, stays }) => {
    if (paired.has(mine) || paired.has(other)) return []
    paired.add(mine).add(other)
    const pair = stays === 1 ? { stays: mine, goes: other } : { stays: other, goes: mine }
    return [{ ...pair, flaw: { from, to } }]
  })
}
