import { sql } from 'kysely'
import type { FindingType } from '#contract/vocabulary.ts'
import { code, findingTypes, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { Standing } from './standing.ts'
import type { Decision } from './triage-request.ts'
import { derivedStatus, triageWord } from './triage-sql.ts'

/** Who decides where, and when. */
export interface By {
  deploymentId: number
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Gives findings a decision that changes each of them, as one change that can be undone: how they stood is kept and
 * their histories tell of it. One that decides a state also settles what was uncertain of them: they may be the same as
 * others no more, and undoing the decision leaves that so. As many statements for any number of findings.
 * @param what.jobId the job that it is a batch of.
 * @returns the id of the change, and the ids of those findings that lists show.
 */
export async function applyDecision(
  transaction: Writer,
  what: { type: FindingType; decision: Decision; jobId: number | null },
  by: By,
  changed: readonly Standing[],
): Promise<{ changeId: number; shown: number[] }> {
  const shown = changed.filter((row) => row.removed === 0).map((row) => row.id)
  const changeId = await record(transaction, what, by, shown.length)
  const ids = changed.map((row) => row.id)
  if (ids.length > 0) await apply(transaction, ids, changeId, what.decision, by)
  return { changeId, shown }
}

async function record(
  transaction: Writer,
  what: { type: FindingType; decision: Decision; jobId: number | null },
  by: By,
  count: number,
): Promise<number> {
  const { state, reason, note } = what.decision
  const { id } = await transaction
    .insertInto('triage_change')
    .values({
      deployment_id: by.deploymentId,
      at: by.at,
      actor: by.actor,
      to_state: state === undefined ? null : code(triageStates, state),
      reason: reason === null ? null : code(triageReasons, reason),
      note: note ?? null,
      count,
      undone_at: null,
      job_id: what.jobId,
      type: code(findingTypes, what.type),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps how the findings stood, tells their histories, and changes them: four statements for any number. */
async function apply(
  transaction: Writer,
  ids: readonly number[],
  changeId: number,
  decision: Decision,
  by: By,
): Promise<void> {
  const { state, reason, note } = decision
  const stateCode = state === undefined ? null : code(triageStates, state)
  const reasonCode = reason === null ? null : code(triageReasons, reason)
  await transaction
    .insertInto('triage_change_item')
    .columns([
      'change_id',
      'finding_id',
      'triage_state',
      'triage_reason',
      'triage_comment',
      'triaged_at',
      'triaged_by',
      'triage_change_id',
    ])
    .expression((query) =>
      query
        .selectFrom('finding')
        .select([sql<number>`${changeId}`.as('change_id'), 'id', 'triage_state', 'triage_reason'])
        .select(['triage_comment', 'triaged_at', 'triaged_by', 'triage_change_id'])
        .where('id', 'in', valuesOf(ids)),
    )
    .execute()
  const kind =
    stateCode === null
      ? sql<string>`'noted'`
      : sql<string>`case when triage_state = ${stateCode} and triage_reason is not distinct from ${reasonCode} then 'noted' else 'triaged' end`
  await transaction
    .insertInto('finding_event')
    .columns([
      'deployment_id',
      'finding_id',
      'at',
      'kind',
      'actor',
      'from_state',
      'to_state',
      'reason',
      'note',
      'change_id',
    ])
    .expression((query) =>
      query
        .selectFrom('finding')
        .select(['deployment_id', 'id', sql<number>`${by.at}`.as('at'), kind.as('kind')])
        .select(sql<string>`${by.actor}`.as('actor'))
        .select(triageWord(sql.ref('triage_state')).as('from_state'))
        .select(
          sql<string | null>`coalesce(${state ?? null}, ${triageWord(sql.ref('triage_state'))})`.as(
            'to_state',
          ),
        )
        .select([sql<string | null>`${reason}`.as('reason'), sql<string | null>`${note || null}`.as('note')])
        .select(sql<number>`${changeId}`.as('change_id'))
        .where('id', 'in', valuesOf(ids)),
    )
    .execute()
  await transaction
    .updateTable('finding')
    .set({ triaged_at: by.at, triaged_by: by.actor, triage_change_id: changeId })
    .$if(stateCode !== null, (update) =>
      update.set({
        triage_state: stateCode ?? 0,
        triage_reason: reasonCode,
        status: derivedStatus(sql<number>`${stateCode}`),
        uncertain: 0,
      }),
    )
    .$if(note !== undefined, (update) => update.set({ triage_comment: note || null }))
    .where('id', 'in', valuesOf(ids))
    .execute()
  if (stateCode !== null) await closeCandidates(transaction, ids)
}

/** Withdraws the offers to take findings for others, without saying that they are not the same. */
export async function closeCandidates(transaction: Writer, ids: readonly number[]): Promise<void> {
  await transaction
    .updateTable('finding_match')
    .set({ state: 'rejected' })
    .where('finding_id', 'in', valuesOf(ids))
    .where('kind', '=', 'candidate')
    .where('state', '=', 'open')
    .execute()
}
