import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import type { Row } from '#server/db/engine.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Replaced } from '#server/findings/flaws/flaw-ids.ts'
import { refreshOffers } from '#server/findings/flaws/offers.ts'
import { parseDocument } from '#server/findings/list/write-finding.ts'
import { updateEachFinding, updateFindings } from '#server/findings/writes.ts'
import type { TriageActor } from '../decisions/apply-decision.ts'
import { insertMatchEvents } from './history-line.ts'
import { leaveJoinedFlaw } from './leave-flaw.ts'
import type { FullFinding } from './open-match.ts'

/** What moves with a flaw beside its triage and its owner: columns of a finding. */
interface ThreadOf {
  id: number
  ticket: FindingDocument['external_ticket']
  open_since: number | null
  reopened_at: number | null
}

/** A row that left a flaw for another one, with its comments. */
export type LeftRow = Replaced & { comments: number[] }

/** What confirming an offer changed beside the triage, to undo it. */
export interface Confirmation {
  /** The rows that joined the flaw of the other finding, and the flaw that they had. */
  joined: { ids: number[]; from: number; into: number }
  /** The row that left that flaw for them. */
  left: number | null
  /** The comments that moved from that row to `finding`. */
  comments: number[]
  /** The rows that left it on other refs, for which others joined, with their comments. */
  elsewhere?: LeftRow[]
  finding: number
  other: number
  /** Rows with another ticket or due date, as they were and as they are. */
  threads: { before: ThreadOf; ticket: FindingDocument['external_ticket'] }[]
  /** The offers that it closed. */
  offers: number[]
  /** What people had excluded from the flaw. */
  excluded: string[]
  /** The change with which a finding was reopened that had the decision wrongly. */
  reopening: number | null
  /** What the offer stored of the finding before. */
  before: string | null
  /** The newest scan at that time: rows of later ones joined the flaw because of it. */
  newestScan?: number
}

interface ThreadChange {
  thread: Confirmation['threads'][number]
  id: number
  changes: Row
}

function withoutTicket({ id, open_since, reopened_at, document_json }: FullFinding): ThreadChange {
  const { external_ticket: ticket, ...document } = parseDocument({ document_json })
  return {
    thread: { before: { id, ticket, open_since, reopened_at }, ticket: undefined },
    id,
    changes: { has_ticket: 0, document_json: JSON.stringify(document) },
  }
}

const startOf = ({ open_since: since, relevant_since: own }: FullFinding) => since ?? own

/**
 * Gives the rows of a flaw one ticket, and those that joined it the due date that the flaw has on the primary branch.
 * @param rows the rows of the flaw.
 * @param of.joined which of them joined it; `other` is the finding that they are the same as, which has the ticket no longer
 * if a scan matched it wrongly (`isWrong`).
 * @returns what it changed.
 */
export async function shareThread(
  transaction: ChangeTransaction,
  rows: readonly FullFinding[],
  {
    finding,
    other,
    joined,
    isWrong,
  }: { finding: FullFinding; other: FullFinding; joined: readonly number[]; isWrong: boolean },
): Promise<Confirmation['threads']> {
  const ticket = parseDocument(other).external_ticket ?? parseDocument(finding).external_ticket
  const changes = rows.flatMap((row): ThreadChange[] => {
    const document = parseDocument(row)
    const takesTicket = Boolean(ticket) && document.external_ticket?.url !== ticket?.url
    const isOlder = other.on_primary === 1 && startOf(other) < startOf(row)
    const takesDueDate = joined.includes(row.id) && (isOlder || other.reopened_at !== null)
    if (!takesTicket && !takesDueDate) return []
    const { id, open_since, reopened_at } = row
    return [
      {
        thread: { before: { id, ticket: document.external_ticket, open_since, reopened_at }, ticket },
        id,
        changes: {
          ...(takesTicket
            ? { has_ticket: 1, document_json: JSON.stringify({ ...document, external_ticket: ticket }) }
            : {}),
          ...(takesDueDate
            ? {
                open_since: isOlder ? startOf(other) : open_since,
                reopened_at: Math.max(other.reopened_at ?? 0, reopened_at ?? 0) || null,
              }
            : {}),
        },
      },
    ]
  })
  if (isWrong && other.has_ticket === 1) changes.push(withoutTicket(other))
  await updateEachFinding(transaction, changes)
  return changes.map(({ thread }) => thread)
}

/** Moves the comments on a finding to another one, with whom they mention. @returns their ids. */
export async function moveComments(
  transaction: ChangeTransaction,
  { from, to, only }: { from: number; to: number; only?: readonly number[] },
): Promise<number[]> {
  const rows = await transaction
    .updateTable('finding_comment')
    .set({ finding_id: to })
    .where('deployment_id', '=', transaction.deploymentId)
    .where('finding_id', '=', from)
    .$if(only !== undefined, (query) => query.where('id', 'in', valuesOf(only ?? [])))
    .returning('id')
    .execute()
  if (rows.length > 0) transaction.changed.findings([from, to])
  return rows.map(({ id }) => id)
}

/**
 * Undoes what confirming an offer changed beside the triage: the flaws, their threads, and the offers, which are open again.
 * @returns the change with which another finding was reopened, which is to be undone too; null without one.
 */
export async function undoConfirmation(
  transaction: ChangeTransaction,
  { matchId, changeId }: { matchId: number; changeId: number },
  by: Omit<TriageActor, 'deploymentId'>,
): Promise<number | null> {
  const { deploymentId } = transaction
  const match = await transaction
    .selectFrom('finding_match')
    .select(['before_json', 'project_id'])
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', matchId)
    .where('state', '=', 'confirmed')
    .executeTakeFirst()
  if (!match?.before_json) return null
  // parse: our own column, written by `confirmCandidate`.
  const was = parseStored<Confirmation>(match.before_json)
  const since = await joinedSince(transaction, was)
  await separateFlaws(transaction, was, since)
  await leaveJoinedFlaw(transaction, since, changeId, { ...by, deploymentId })
  await moveComments(transaction, { from: was.finding, to: was.left ?? was.finding, only: was.comments })
  for (const { left, by: from, comments } of was.elsewhere ?? [])
    await moveComments(transaction, { from, to: left, only: comments })
  await restoreThreads(transaction, was.threads)
  await restoreExclusions(transaction, match.project_id, was)
  await transaction
    .updateTable('finding_match')
    .set((eb) => ({
      state: 'open',
      before_json: eb.case().when('id', '=', matchId).then(was.before).else(eb.ref('before_json')).end(),
    }))
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf([matchId, ...was.offers]))
    .execute()
  await insertMatchEvents(transaction, { ...by, deploymentId }, [
    { kind: 'separated', findingId: was.finding, otherId: was.other },
    { kind: 'separated', findingId: was.other, otherId: was.finding },
  ])
  await refreshOffers(transaction, [...was.joined.ids, ...since, was.finding, was.other])
  return was.reopening
}

/**
 * The rows that scans added to a flaw, moved, or gave another rule, since a confirmation, and that say what those say which joined it
 * then: they are in the flaw because of it.
 */
async function joinedSince(
  transaction: ChangeTransaction,
  { joined, newestScan }: Confirmation,
): Promise<number[]> {
  if (newestScan === undefined || joined.from === joined.into) return []
  const { deploymentId } = transaction
  const withEvidence = (name: string) => sql`finding as ${sql.ref(name)}
    left join finding_evidence as ${sql.ref(`${name}_evidence`)}
      on ${sql.ref(`${name}_evidence.deployment_id`)} = ${sql.ref(`${name}.deployment_id`)}
      and ${sql.ref(`${name}_evidence.finding_id`)} = ${sql.ref(`${name}.id`)}`
  const content = (name: string) => sql`coalesce(${sql.ref(`${name}_evidence.tokens`)},
    ${sql.ref(`${name}_evidence.code`)}, ${sql.ref(`${name}_evidence.message`)}, '')`
  const { rows } = await sql<{ id: number }>`
    select later.id from ${withEvidence('later')}
    where later.deployment_id = ${deploymentId} and later.flaw_id = ${joined.into}
      and later.id not in ${valuesOf(joined.ids)}
      and (later.first_seen_scan_id > ${newestScan} or exists (
        select 1 from finding_event as event where event.deployment_id = later.deployment_id
          and event.finding_id = later.id and event.kind in ('rule_renamed', 'matched') and event.scan_id > ${newestScan}))
      and exists (select 1 from ${withEvidence('own')}
        where own.deployment_id = later.deployment_id and own.id in ${valuesOf(joined.ids)}
          and own.rule_id = later.rule_id and coalesce(own.path, '') = coalesce(later.path, '')
          and ${content('own')} = ${content('later')})`.execute(transaction)
  return rows.map(({ id }) => id)
}

async function separateFlaws(
  transaction: ChangeTransaction,
  { joined, left, elsewhere = [] }: Confirmation,
  since: readonly number[],
): Promise<void> {
  const { ids, from, into } = joined
  if (from === into) return
  const rows = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf([...ids, ...since]))
    .where('flaw_id', '=', into)
    .execute()
  await updateFindings(
    transaction,
    rows.map(({ id }) => id),
    { flaw_id: from },
  )
  const returning = [...(left === null ? [] : [left]), ...elsewhere.map((each) => each.left)]
  if (returning.length > 0) await updateFindings(transaction, returning, { flaw_id: into })
}

async function restoreExclusions(
  transaction: ChangeTransaction,
  projectId: number,
  { joined, excluded }: Confirmation,
): Promise<void> {
  if (excluded.length === 0) return
  const flaw = { deployment_id: transaction.deploymentId, project_id: projectId, flaw_id: joined.into }
  await transaction
    .insertInto('flaw_exclusion')
    .values(excluded.map((evidence) => ({ ...flaw, evidence })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Restores tickets and due dates; a ticket that somebody changed since stays. */
async function restoreThreads(
  transaction: ChangeTransaction,
  threads: Confirmation['threads'],
): Promise<void> {
  if (threads.length === 0) return
  const rows = await transaction
    .selectFrom('finding')
    .select(['id', 'document_json'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(threads.map(({ before }) => before.id)))
    .execute()
  const documents = new Map(rows.map((row) => [row.id, parseDocument(row)]))
  await updateEachFinding(
    transaction,
    threads.flatMap(({ before, ticket }) => {
      const document = documents.get(before.id)
      if (!document) return []
      const { external_ticket: now, ...rest } = document
      const isOurs = now?.url === ticket?.url
      const restored = before.ticket === undefined ? rest : { ...rest, external_ticket: before.ticket }
      return [
        {
          id: before.id,
          changes: {
            open_since: before.open_since,
            reopened_at: before.reopened_at,
            ...(isOurs
              ? { document_json: JSON.stringify(restored), has_ticket: Number(Boolean(before.ticket)) }
              : {}),
          },
        },
      ]
    }),
  )
}
