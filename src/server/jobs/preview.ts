import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TriagePreview } from '#contract/answers/triage.ts'
import { code, findingTypes } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import {
  type AskedTriage,
  changesSql,
  counted,
  decidedInMemory,
  isAsked,
  type View,
} from '#server/findings/public.ts'

/** A large decision as somebody asks for it. */
export interface AskedJob {
  deploymentId: number
  actor: string
  triage: AskedTriage
}

const gone = 'It is no longer there.'
const standsSo = 'It stands so already.'
const decidedSince = 'Somebody else decided it since the list was answered.'

/**
 * Why a finding that was asked for is left alone, as SQL over rows of `finding`: null where the job decides it.
 * Preview and job read it both, so that they cannot drift.
 */
function leftAlone({ triage, actor }: AskedJob): RawBuilder<string | null> {
  const since =
    triage.seenAt === null
      ? sql``
      : sql`when finding.triaged_at > ${triage.seenAt} and finding.triaged_by is not ${actor} then ${decidedSince}`
  return sql<string | null>`case
    when finding.removed = 1 then ${gone}
    when not ${changesSql(triage.decision)} then ${standsSo}
    ${since} end`
}

/** The condition that the job decides a row of `finding`. */
export function isDecided(asked: AskedJob): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isAsked(asked.triage, asked.deploymentId)} and (${leftAlone(asked)}) is null`
}

/**
 * Counts what a job would do, changing nothing: from memory where it is loaded, else by SQL.
 * Source: API decisions, "Findings", `POST triage/jobs`.
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
      const { count, along, projects, standing, since } = found
      return { count, along, projects, skipped: inOrder({ [standsSo]: standing, [decidedSince]: since }) }
    },
    () => previewOf(view.reader, asked),
  )
}

/** Reasons with their numbers, most first; none for which there is nothing. */
const inOrder = (skipped: Record<string, number>): TriagePreview['skipped'] =>
  Object.entries(skipped)
    .map(([reason, count]) => ({ reason, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))

/** The same by SQL alone, two statements for any number of findings. */
export async function previewOf(reader: Reader, asked: AskedJob): Promise<TriagePreview> {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('project', 'project.id', 'finding.project_id')
    .select(['project.name', leftAlone(asked).as('reason'), sql<number>`count(*)`.as('count')])
    .where(isAsked(asked.triage, asked.deploymentId))
    .groupBy(['finding.project_id', 'reason'])
    .orderBy('count', 'desc')
    .orderBy('project.name')
    .execute()
  const skipped: Record<string, number> = {}
  for (const { reason, count } of rows) {
    if (reason !== null) skipped[reason] = (skipped[reason] ?? 0) + count
  }
  const projects = rows.flatMap(({ name, reason, count }) => (reason === null ? [{ name, count }] : []))
  const count = projects.reduce((sum, project) => sum + project.count, 0)
  return {
    count,
    along: count === 0 ? 0 : (await instancesDecided(reader, asked)) - count,
    projects,
    skipped: inOrder(skipped),
  }
}

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
