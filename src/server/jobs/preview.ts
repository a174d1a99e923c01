import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TriagePreview } from '#contract/answers/triage.ts'
import { code, findingTypes, states } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import {
  type AskedTriage,
  changesSql,
  counted,
  decidedInMemory,
  inOrder,
  isAsked,
  type LeftAlone,
  type View,
} from '#server/findings/public.ts'

/** A large decision as somebody asks for it. */
export interface AskedJob {
  deploymentId: number
  actor: string
  triage: AskedTriage
}

/**
 * Why a finding that was asked for is left alone, as SQL over rows of `finding`: null where the job decides it.
 * Preview and job read it both, so that they cannot drift.
 */
function whyLeftAlone({ triage, actor }: AskedJob): RawBuilder<LeftAlone | null> {
  const since =
    triage.seenAt === null
      ? sql``
      : sql`when finding.triaged_at > ${triage.seenAt} and finding.triaged_by is distinct from ${actor} then 'triaged_since'`
  return sql<LeftAlone | null>`case
    when finding.removed = 1 then 'removed'
    when not ${changesSql(triage.decision)} then 'unchanged'
    ${since} end`
}

/** The condition that the job decides a row of `finding`. */
export function isDecided(asked: AskedJob): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isAsked(asked.triage, asked.deploymentId)} and (${whyLeftAlone(asked)}) is null`
}

/**
 * Counts what a job would do, changing nothing: from memory where it is loaded, else by SQL.
 * Source: docs/api.md#triage-jobs.
 */
export function previewIn(view: View, asked: AskedJob): Promise<TriagePreview> {
  const { chosen, decision, seenAt } = asked.triage
  const { actor } = asked
  return counted(
    view,
    async (columns) => {
      if (!('selection' in chosen)) return null
      const { selection } = chosen
      const found = await decidedInMemory(view.reader, columns, selection, { decision, seenAt, actor })
      if (!found) return null
      const { standing, since, ...counted } = found
      return { ...counted, skipped: inOrder({ unchanged: standing, triaged_since: since }) }
    },
    () => previewOf(view.reader, asked),
  )
}

/** The same by SQL alone, two statements for any number of findings. */
export async function previewOf(reader: Reader, asked: AskedJob): Promise<TriagePreview> {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('project', 'project.id', 'finding.project_id')
    .select(['project.name', whyLeftAlone(asked).as('reason'), sql<number>`count(*)`.as('count')])
    .select(keptBy('fixed').as('fixed'))
    .select(keptBy('muted').as('muted'))
    .where(isAsked(asked.triage, asked.deploymentId))
    .groupBy(['finding.project_id', 'reason'])
    .orderBy('count', 'desc')
    .orderBy('project.name')
    .execute()
  const skipped: Partial<Record<LeftAlone, number>> = {}
  for (const { reason, count } of rows) {
    if (reason !== null) skipped[reason] = (skipped[reason] ?? 0) + count
  }
  const taken = rows.filter(({ reason }) => reason === null)
  const sum = (of: 'count' | 'fixed' | 'muted') => taken.reduce((all, row) => all + row[of], 0)
  const count = sum('count')
  return {
    count,
    along: count === 0 ? 0 : (await instancesDecided(reader, asked)) - count,
    projects: taken.map(({ name, count }) => ({ name, count })),
    skipped: inOrder(skipped),
    fixed: sum('fixed'),
    muted: sum('muted'),
  }
}

/** How many rows of `finding` a scan gave a status that no decision changes. */
const keptBy = (state: 'fixed' | 'muted') => sql<number>`sum(finding.state = ${code(states, state)})`

/** How many findings of lists change with those that the job decides, these included. */
async function instancesDecided(reader: Reader, asked: AskedJob): Promise<number> {
  const { count } = await reader
    .with('flaw', (query) => query.selectFrom('finding').select('flaw_id').distinct().where(isDecided(asked)))
    .selectFrom('flaw')
    .innerJoin('finding', (join) => join.onRef('finding.flaw_id', '=', 'flaw.flaw_id'))
    .select(sql<number>`count(*)`.as('count'))
    .where('finding.type', '=', code(findingTypes, asked.triage.type))
    .where('finding.removed', '=', 0)
    .where(changesSql(asked.triage.decision))
    .executeTakeFirstOrThrow()
  return count
}
