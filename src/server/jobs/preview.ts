import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TriagePreview } from '#contract/responses/triage.ts'
import { findingTypes, states, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import {
  countTriage,
  countWithFallback,
  type FindingsSnapshot,
  isChangedBySql,
  matchesTarget,
  type SkipReason,
  sortSkipCounts,
  type TriageTarget,
} from '#server/findings/public.ts'

/** A large decision as somebody asks for it. */
export interface JobRequest {
  deploymentId: number
  actor: string
  triage: TriageTarget
}

/**
 * Why a finding that was asked for is left alone, as SQL over rows of `finding`: null where the job decides it.
 * Preview and job read it both, so that they cannot drift.
 */
function skipReasonSql({ triage, actor }: JobRequest): RawBuilder<SkipReason | null> {
  const since =
    triage.seenAt === null
      ? sql``
      : sql`when finding.triaged_at > ${triage.seenAt} and finding.triaged_by is distinct from ${actor} then 'triaged_since'`
  return sql<SkipReason | null>`case
    when finding.removed = 1 then 'removed'
    when not ${isChangedBySql(triage.decision)} then 'unchanged'
    ${since} end`
}

/** The condition that the job decides a row of `finding`. */
export function isTriaged(request: JobRequest): RawBuilder<SqlBool> {
  return sql<SqlBool>`${matchesTarget(request.triage, request.deploymentId)} and (${skipReasonSql(request)}) is null`
}

/**
 * Counts what a job would do, changing nothing: from memory where it is loaded, else by SQL.
 * Source: docs/api.md#triage-jobs.
 */
export function previewInColumns(view: FindingsSnapshot, request: JobRequest): Promise<TriagePreview> {
  const { target: chosen, decision, seenAt } = request.triage
  const { actor } = request
  return countWithFallback(
    view,
    async (columns) => {
      if (!('selection' in chosen)) return null
      const { selection } = chosen
      const counts = await countTriage(view.reader, columns, selection, { decision, seenAt, actor })
      if (!counts) return null
      const { standing: unchanged, since, ...counted } = counts
      return { ...counted, skipped: sortSkipCounts({ unchanged: unchanged, triaged_since: since }) }
    },
    () => previewInSql(view.reader, request),
  )
}

/** The same by SQL alone, two statements for any number of findings. */
export async function previewInSql(reader: Reader, request: JobRequest): Promise<TriagePreview> {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('project', 'project.id', 'finding.project_id')
    .select(['project.name', skipReasonSql(request).as('reason'), sql<number>`count(*)`.as('count')])
    .select(countInState('fixed').as('fixed'))
    .select(countInState('muted').as('muted'))
    .where(matchesTarget(request.triage, request.deploymentId))
    .groupBy(['finding.project_id', 'reason'])
    .orderBy('count', 'desc')
    .orderBy('project.name')
    .execute()
  const skipped: Partial<Record<SkipReason, number>> = {}
  for (const { reason, count } of rows) {
    if (reason !== null) skipped[reason] = (skipped[reason] ?? 0) + count
  }
  const affectedRows = rows.filter(({ reason }) => reason === null)
  const sum = (of: 'count' | 'fixed' | 'muted') => affectedRows.reduce((all, row) => all + row[of], 0)
  const count = sum('count')
  return {
    count,
    along: count === 0 ? 0 : (await countTriagedInstances(reader, request)) - count,
    projects: affectedRows.map(({ name, count }) => ({ name, count })),
    skipped: sortSkipCounts(skipped),
    fixed: sum('fixed'),
    muted: sum('muted'),
  }
}

/** How many rows of `finding` a scan gave a status that no decision changes. */
const countInState = (state: 'fixed' | 'muted') => sql<number>`sum(finding.state = ${toCode(states, state)})`

/** How many findings of lists change with those that the job decides, these included. */
async function countTriagedInstances(reader: Reader, request: JobRequest): Promise<number> {
  const { count } = await reader
    .with('flaw', (query) =>
      query.selectFrom('finding').select('flaw_id').distinct().where(isTriaged(request)),
    )
    .selectFrom('flaw')
    .innerJoin('finding', (join) => join.onRef('finding.flaw_id', '=', 'flaw.flaw_id'))
    .select(sql<number>`count(*)`.as('count'))
    .where('finding.type', '=', toCode(findingTypes, request.triage.type))
    .where('finding.removed', '=', 0)
    .where(isChangedBySql(request.triage.decision))
    .executeTakeFirstOrThrow()
  return count
}
