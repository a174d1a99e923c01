import { type RawBuilder, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { ownerSources, states, toCode, triageStates } from '#server/db/codes.ts'
import { valuesOf } from '#server/db/sql.ts'
import { updateFindings } from '../writes.ts'

// Offers are rows of `finding_match`: the first finding may be the second. What a person did to either of them is offered to
// the other one, on all refs of both flaws, until somebody says whether they are the same.

const undecided = sql.join(
  (['untriaged', 'reopened'] as const).map((state) => sql.lit(toCode(triageStates, state))),
)
const present = sql.join((['unresolved', 'muted'] as const).map((state) => sql.lit(toCode(states, state))))
const setByHand = sql.lit(toCode(ownerSources, 'manual'))
const openOffer = sql`offer.kind = 'candidate' and offer.state = 'open'`

/** Whether a row of `finding` is ignored, reviewed or being fixed. */
export const isDecided = (table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(table)}.triage_state not in (${undecided})`

/** Whether a row of `finding` is open for scans and for people: it can take a decision over. */
export const canTakeOver = (table: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(table)}.triage_state in (${undecided}) and ${sql.ref(table)}.state in (${present}))`

/** Whether people did something to a row of `finding`, or to its flaw, that would be lost with it. */
const isWorthKeeping = (table: string): RawBuilder<boolean> => {
  const row = sql.ref(table)
  return sql<boolean>`(${isDecided(table)} or ${row}.triage_comment <> '' or ${row}.owner_source = ${setByHand}
    or ${row}.has_ticket = 1 or exists (
      select 1 from finding as commented join finding_comment as comment
        on comment.deployment_id = commented.deployment_id and comment.finding_id = commented.id
      where commented.deployment_id = ${row}.deployment_id and commented.flaw_id = ${row}.flaw_id
        and comment.deleted_at is null))`
}

const offersOf = (side: 'finding_id' | 'other_id', other: 'finding_id' | 'other_id') => sql`
  select 1 from finding as own
    join finding_match as offer on offer.deployment_id = own.deployment_id and offer.${sql.raw(side)} = own.id
    join finding as other on other.deployment_id = offer.deployment_id and other.id = offer.${sql.raw(other)}
  where own.deployment_id = one.deployment_id and own.flaw_id = one.flaw_id and ${openOffer}
    and other.flaw_id <> one.flaw_id`

/** What was decided of a row itself before its code changed is on offer to it, on each ref that has that code. */
const ownOffer = sql`
  select 1 from finding as own join finding_match as offer
    on offer.deployment_id = own.deployment_id and offer.finding_id = own.id and offer.other_id = own.id
  where own.deployment_id = one.deployment_id and own.flaw_id = one.flaw_id and ${openOffer}`

/**
 * Whether something is on offer to a row `one` of `finding`, by an offer of any row of its flaw. A scan may also doubt which of
 * two decided findings it is.
 */
const isOffered = sql<number>`case when one.state in (${present}) and (
  (${canTakeOver('one')} and exists (${offersOf('finding_id', 'other_id')} and ${isWorthKeeping('other')}))
  or (${canTakeOver('one')} and exists (${offersOf('other_id', 'finding_id')} and ${isDecided('other')}))
  or exists (${offersOf('finding_id', 'other_id')} and own.id = one.id and ${isDecided('other')})
  or (${canTakeOver('one')} and exists (${ownOffer}))) then 1 else 0 end`

/**
 * Sets which findings are uncertain, after something changed about some: of their flaws, and of all for which one of them is
 * on offer. At most three statements, whatever their number.
 * @param ids all rows of the flaws that changed.
 */
export async function refreshOffers(transaction: ChangeTransaction, ids: Iterable<number>): Promise<void> {
  const { deploymentId } = transaction
  const changed = valuesOf([...ids])
  const { rows } = await sql<{ id: number; uncertain: number }>`
    select one.id, one.uncertain from finding as one
    where one.deployment_id = ${deploymentId} and one.flaw_id in (
      select flaw_id from finding where deployment_id = ${deploymentId} and id in ${changed}
      union select other.flaw_id from finding_match as offer join finding as other
        on other.deployment_id = offer.deployment_id and other.id = offer.other_id
      where offer.deployment_id = ${deploymentId} and offer.finding_id in ${changed} and ${openOffer}
      union select other.flaw_id from finding_match as offer join finding as other
        on other.deployment_id = offer.deployment_id and other.id = offer.finding_id
      where offer.deployment_id = ${deploymentId} and offer.other_id in ${changed} and ${openOffer})
    and one.uncertain <> ${isOffered}`.execute(transaction)
  for (const uncertain of [0, 1]) {
    const wrong = rows.flatMap((row) => (row.uncertain === uncertain ? [row.id] : []))
    await updateFindings(transaction, wrong, { uncertain: 1 - uncertain })
  }
}

/** Sets which rows of the flaw of a finding, and of those on offer with it, are uncertain. */
export async function refreshFlaw(transaction: ChangeTransaction, flawId: number): Promise<void> {
  const rows = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', '=', flawId)
    .execute()
  await refreshOffers(
    transaction,
    rows.map(({ id }) => id),
  )
}

/**
 * Withdraws the offers that a decision answers, without recording that the findings are different. An offer stays where the
 * other finding is open: what was decided is on offer to it now.
 */
export async function closeAnsweredOffers(
  transaction: ChangeTransaction,
  ids: readonly number[],
): Promise<void> {
  const { deploymentId } = transaction
  const decided = valuesOf(ids)
  const hasNoRow = (side: 'finding_id' | 'other_id', isOpen: RawBuilder<boolean>) => sql`not exists (
    select 1 from finding as named join finding as other
      on other.deployment_id = named.deployment_id and other.flaw_id = named.flaw_id
    where named.deployment_id = offer.deployment_id and named.id = offer.${sql.raw(side)} and ${isOpen})`
  await sql`update finding_match set state = 'withdrawn' where deployment_id = ${deploymentId} and id in (
    select offer.id from finding_match as offer
    where offer.deployment_id = ${deploymentId} and offer.finding_id in ${decided} and ${openOffer}
      and ${hasNoRow('other_id', canTakeOver('other'))}
    union select offer.id from finding_match as offer
    where offer.deployment_id = ${deploymentId} and offer.other_id in ${decided} and ${openOffer}
      and ${hasNoRow('finding_id', sql`not ${isDecided('other')}`)})`.execute(transaction)
}

/** Opens the offers again that decisions about findings answered, after these were undone: where one can be taken over. */
export async function reopenAnsweredOffers(
  transaction: ChangeTransaction,
  ids: readonly number[],
): Promise<void> {
  const { deploymentId } = transaction
  const undone = valuesOf(ids)
  await sql`update finding_match set state = 'open' where deployment_id = ${deploymentId} and id in (
    select offer.id from finding_match as offer
    join finding as one on one.deployment_id = offer.deployment_id and one.id = offer.finding_id
    join finding as other on other.deployment_id = offer.deployment_id and other.id = offer.other_id
    where offer.deployment_id = ${deploymentId} and offer.kind = 'candidate' and offer.state = 'withdrawn'
      and (offer.finding_id in ${undone} or offer.other_id in ${undone})
      and (${canTakeOver('one')} or ${canTakeOver('other')}))`.execute(transaction)
}

/**
 * Looks again at the doubts of a project after a scan. A full scan that reports both findings, of which one was not there
 * when they were doubted, says that they are two. Some statements for any number of doubts.
 * @param scan the scan of a ref; null for one that does not cover it.
 */
export async function reviewOffers(
  transaction: ChangeTransaction,
  { projectId, scanId, isFull }: { projectId: number; scanId: number; isFull: boolean },
): Promise<void> {
  const { deploymentId } = transaction
  const pairs = sql`finding_match as offer
    join finding as one on one.deployment_id = offer.deployment_id and one.id = offer.finding_id
    join finding as other on other.deployment_id = offer.deployment_id and other.id = offer.other_id
    where offer.deployment_id = ${deploymentId} and offer.project_id = ${projectId} and ${openOffer}`
  const isBeside = (first: string, second: string) => sql`(
    ${sql.ref(first)}.last_seen_scan_id = ${scanId} and ${sql.ref(first)}.state in (${present}) and exists (
      select 1 from finding as beside where beside.deployment_id = ${deploymentId}
        and beside.flaw_id = ${sql.ref(second)}.flaw_id and beside.last_seen_scan_id = ${scanId}
        and beside.state in (${present}) and beside.relevant_since > offer.at))`
  const closed = await sql<{ finding_id: number; other_id: number }>`
    update finding_match set state = 'rejected' where deployment_id = ${deploymentId} and id in (
      select offer.id from ${pairs} and one.id <> other.id and (one.flaw_id = other.flaw_id
        or (${sql.lit(Number(isFull))} = 1 and offer.scan_id <> ${scanId}
          and (${isBeside('one', 'other')} or ${isBeside('other', 'one')}))))
    returning finding_id, other_id`.execute(transaction)
  const open = await sql<{ finding_id: number; other_id: number }>`
    select offer.finding_id, offer.other_id from ${pairs} and (one.uncertain = 1 or other.uncertain = 1
      or ${isWorthKeeping('other')} or ${isDecided('one')})`.execute(transaction)
  const ids = [...closed.rows, ...open.rows].flatMap(({ finding_id: one, other_id: other }) => [one, other])
  if (ids.length > 0) await refreshOffers(transaction, new Set(ids))
}
