import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { conflict, TriageAnswer } from '#contract/answers/findings.ts'
import { recordAudit } from '#server/audit/public.ts'
import { code, findingTypes, triageReasons, triageStates, word } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { Refusal } from '#server/http/errors.ts'
import { valuesOf } from './among.ts'
import { instant } from './answer.ts'
import { isSelected } from './dedup.ts'
import { orderBy, orderOf } from './order.ts'
import type { AskedTriage, Decision } from './triage-request.ts'
import { derivedStatus, triageWord } from './triage-sql.ts'

/** How a finding stands before it is decided. */
interface Standing {
  id: number
  removed: number
  triage_state: number
  triage_reason: number | null
  triage_comment: string | null
  triaged_at: number | null
  triaged_by: string | null
}

interface By {
  deploymentId: number
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Decides findings and every other instance of the same fingerprint in their projects, all or nothing. The number of
 * statements does not depend on the number of findings.
 * @returns what changed; findings that stand so already are not in it, nor are `removed` ones, which take the
 * decision all the same.
 * @throws Refusal 404 for an unknown id, 409 where somebody else decided since `seenAt`.
 * Source: API decisions, "Findings", `POST triage`.
 */
export async function decide(transaction: Writer, asked: AskedTriage, by: By): Promise<TriageAnswer> {
  const selected = await selectedIds(transaction, asked, by.deploymentId)
  const standing = await instancesOf(transaction, selected)
  const changed = standing.filter((row) => changes(row, asked.decision))
  refuseConflicts(changed, new Set(selected), asked.seenAt, by.actor)
  const shown = changed.filter((row) => row.removed === 0).map((row) => row.id)
  const changeId = await record(transaction, asked, by, shown.length)
  if (changed.length > 0) {
    await apply(
      transaction,
      changed.map((row) => row.id),
      changeId,
      asked.decision,
      by,
    )
    await recordAudit(transaction, {
      deploymentId: by.deploymentId,
      at: by.at,
      actor: by.actor,
      action: 'findings.triaged',
      target: String(changeId),
      detail: {
        issue_type: asked.type,
        count: shown.length,
        to: asked.decision.state ?? null,
        reason: asked.decision.reason,
      },
    })
  }
  return { num_triaged: shown.length, triaged_issues: shown, change_id: String(changeId) }
}

/** The ids that were asked for, in the order of the list, no more than the limit. */
async function selectedIds(transaction: Writer, asked: AskedTriage, deploymentId: number): Promise<number[]> {
  const { chosen } = asked
  let found = transaction
    .selectFrom('finding')
    .select('id')
    .orderBy(orderBy(orderOf(undefined)))
  if ('selection' in chosen) {
    found = found.where(isSelected(chosen.selection)).limit(asked.limit)
  } else {
    found = found
      .where('id', 'in', valuesOf(chosen.ids))
      .where('deployment_id', '=', deploymentId)
      .where('type', '=', code(findingTypes, asked.type))
  }
  const ids = (await found.execute()).map(({ id }) => id)
  if ('ids' in chosen) refuseUnknown(chosen.ids, new Set(ids), asked.type)
  return ids.slice(0, asked.limit)
}

function refuseUnknown(asked: readonly number[], known: ReadonlySet<number>, type: string) {
  const errors = asked.flatMap((id) =>
    known.has(id) ? [] : [{ pointer: '/issue_ids', detail: `${id} is no finding of issue_type=${type}` }],
  )
  if (errors.length > 0) throw new Refusal(404, 'There is no such finding. Nothing was changed.', { errors })
}

/** Every row of the fingerprints of these findings, on whatever ref of their projects. */
async function instancesOf(transaction: Writer, ids: readonly number[]): Promise<Standing[]> {
  return transaction
    .with('asked', (query) =>
      query
        .selectFrom('finding')
        .select(['project_id', 'match_based_id', 'type'])
        .distinct()
        .where('id', 'in', valuesOf(ids)),
    )
    .selectFrom('asked')
    .innerJoin('finding', (join) =>
      join
        .onRef('finding.project_id', '=', 'asked.project_id')
        .onRef('finding.match_based_id', '=', 'asked.match_based_id')
        .onRef('finding.type', '=', 'asked.type'),
    )
    .select(['finding.id', 'finding.removed', 'finding.triage_state', 'finding.triage_reason'])
    .select(['finding.triage_comment', 'finding.triaged_at', 'finding.triaged_by'])
    .orderBy('finding.id')
    .execute()
}

function decides(
  row: Pick<Standing, 'triage_state' | 'triage_reason'>,
  { state, reason }: Decision,
): boolean {
  if (state === undefined) return false
  return word(triageStates, row.triage_state) !== state || word(triageReasons, row.triage_reason) !== reason
}

function changes(row: Standing, decision: Decision): boolean {
  const { note } = decision
  return decides(row, decision) || (note !== undefined && (row.triage_comment ?? '') !== note)
}

function refuseConflicts(
  changed: readonly Standing[],
  selected: ReadonlySet<number>,
  seenAt: number | null,
  actor: string,
) {
  if (seenAt === null) return
  const since = changed.filter(
    (row) =>
      row.triaged_at !== null && row.triaged_at > seenAt && row.triaged_by !== actor && row.removed === 0,
  )
  if (since.length === 0) return
  // An instance that only came along is named where none of those asked for was decided itself.
  const asked = since.filter((row) => selected.has(row.id))
  const conflicts = (asked.length > 0 ? asked : since).map(conflictOf)
  throw new Refusal(409, 'Somebody else decided some of these findings meanwhile. Nothing was changed.', {
    members: { conflicts },
  })
}

function conflictOf(row: Standing): z.infer<typeof conflict> {
  return {
    id: row.id,
    triage_state: word(triageStates, row.triage_state),
    triage_reason: word(triageReasons, row.triage_reason),
    note: row.triage_comment,
    by: row.triaged_by,
    at: row.triaged_at === null ? null : instant(row.triaged_at),
  }
}

async function record(transaction: Writer, asked: AskedTriage, by: By, count: number): Promise<number> {
  const { state, reason, note } = asked.decision
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps how the findings stood, tells their histories, and changes them: three statements for any number. */
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
      : sql<string>`case when triage_state = ${stateCode} and triage_reason is ${reasonCode} then 'noted' else 'triaged' end`
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
      }),
    )
    .$if(note !== undefined, (update) => update.set({ triage_comment: note || null }))
    .where('id', 'in', valuesOf(ids))
    .execute()
}
