import { listPeopleWithAccess } from '#server/access/known-owners.ts'
import { nameKey } from '#server/access/people/names.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { takeId, takeIds } from '#server/db/ids.ts'
import { textsOf } from '#server/db/sql.ts'
import type { FindingWithType } from '#server/findings/detail/detail.ts'
import { refreshFlaw } from '#server/findings/flaws/offers.ts'
import { findingDetail } from '#server/findings/history/triage-detail.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { type CommentRow, notOwn } from './comment.ts'
import { maxMentions, mentionsIn } from './mentions.ts'

/** The most comments of a thread. */
const maxComments = 500
/** The most earlier texts of a comment before it can only be deleted. */
const maxVersions = 100

/** Who writes, and when. */
export interface CommentWriter {
  principal: Principal
  /** Milliseconds since 1970. */
  at: number
}

type Thread = Pick<FindingWithType, 'id' | 'flaw_id'>

/**
 * Adds a comment to the thread of a finding.
 * @throws HttpError 400 if it names too many people, 409 if the thread is full.
 */
export async function addComment(
  transaction: ChangeTransaction,
  finding: Thread,
  text: string,
  by: CommentWriter,
): Promise<CommentRow> {
  const { deploymentId } = transaction
  const { principal, at } = by
  await assertRoom(transaction, finding)
  const mentions = await findMentions(transaction, text, by)
  const row = await transaction
    .insertInto('finding_comment')
    .values({
      deployment_id: deploymentId,
      id: await takeId(transaction, deploymentId, 'finding_comment'),
      finding_id: finding.id,
      author: principal.name,
      text,
      at,
      edited_at: null,
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await setMentions(transaction, row.id, mentions)
  await report(transaction, row, 'finding.commented', by)
  await refreshFlaw(transaction, finding.flaw_id)
  return row
}

/**
 * Replaces the text of a comment, and keeps the earlier one.
 * @param edit.versions how many earlier texts the comment had when its author began to edit it.
 * @throws HttpError 400 if it names too many people, 403 for a comment of somebody else, 409 if it was deleted, edited
 * meanwhile, or edited too often.
 */
export async function replaceComment(
  transaction: ChangeTransaction,
  comment: CommentRow,
  { text, versions = comment.versions }: { text: string; versions?: number | undefined },
  by: CommentWriter,
): Promise<CommentRow> {
  await assertOwn(transaction, comment, by)
  if (comment.deleted_at !== null) throw new HttpError(409, 'This comment was deleted.')
  if (comment.text === text) return comment
  if (comment.versions !== versions)
    throw new HttpError(409, 'This comment was edited after you began to edit it.')
  if (comment.versions >= maxVersions)
    throw new HttpError(409, `This comment was edited ${maxVersions} times, which is the limit.`)
  const mentions = await findMentions(transaction, text, by)
  await keepVersion(transaction, comment)
  const row = await update(transaction, comment, { text, edited_at: by.at })
  await setMentions(transaction, row.id, mentions)
  await report(transaction, row, 'finding.comment_edited', by)
  return row
}

/**
 * Deletes the text of a comment, which is kept as an earlier one, and its mentions. Deleting it again changes nothing.
 * @throws HttpError 403 for a comment of somebody else.
 */
export async function removeComment(
  transaction: ChangeTransaction,
  comment: CommentRow,
  by: CommentWriter,
): Promise<void> {
  await assertOwn(transaction, comment, by)
  if (comment.deleted_at !== null) return
  await keepVersion(transaction, comment)
  const row = await update(transaction, comment, { text: '', deleted_at: by.at })
  await setMentions(transaction, row.id, [])
  await report(transaction, row, 'finding.comment_deleted', by)
}

async function assertRoom(transaction: ChangeTransaction, { flaw_id: flaw }: Thread): Promise<void> {
  const { count } = await transaction
    .selectFrom('finding_comment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deployment_id', '=', transaction.deploymentId)
    .where('finding_id', 'in', (query) =>
      query
        .selectFrom('finding')
        .select('finding.id')
        .where('finding.deployment_id', '=', transaction.deploymentId)
        .where('finding.flaw_id', '=', flaw),
    )
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxComments)
    throw new HttpError(409, `This finding has ${maxComments} comments, which is the limit.`)
}

async function assertOwn(
  transaction: ChangeTransaction,
  comment: CommentRow,
  { principal }: CommentWriter,
): Promise<void> {
  const { deploymentId } = transaction
  const only = 'Only its author can change it.'
  const refused = await notOwn(transaction, { deploymentId, principal }, comment, only)
  if (refused) throw refused
}

/** The people whom a text names, without its author. */
async function findMentions(
  transaction: ChangeTransaction,
  text: string,
  { principal, at }: CommentWriter,
): Promise<string[]> {
  if (!text.includes('@')) return []
  const people = await listPeopleWithAccess(transaction, transaction.deploymentId, at)
  const author = nameKey(principal.name)
  const mentions = mentionsIn(text, people).filter((name) => nameKey(name) !== author)
  if (mentions.length > maxMentions)
    throw badRequest([{ pointer: '/text', detail: `mentions more than ${maxMentions} people` }])
  return mentions
}

async function keepVersion(
  transaction: ChangeTransaction,
  { id, text, at, edited_at, versions }: CommentRow,
): Promise<void> {
  await transaction
    .insertInto('finding_comment_version')
    .values({
      deployment_id: transaction.deploymentId,
      comment_id: id,
      version: versions + 1,
      text,
      at: edited_at ?? at,
    })
    .execute()
}

const update = (
  transaction: ChangeTransaction,
  { id }: CommentRow,
  values: Partial<Pick<CommentRow, 'text' | 'edited_at' | 'deleted_at'>>,
): Promise<CommentRow> =>
  transaction
    .updateTable('finding_comment')
    .set((eb) => ({ ...values, versions: eb('versions', '+', 1) }))
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Sets whom a comment names. Rows of names that it had before stay as they are, so that nobody is told twice. */
async function setMentions(
  transaction: ChangeTransaction,
  commentId: number,
  people: readonly string[],
): Promise<void> {
  const { deploymentId } = transaction
  await transaction
    .deleteFrom('finding_mention')
    .where('deployment_id', '=', deploymentId)
    .where('comment_id', '=', commentId)
    .where('person', 'not in', textsOf(people))
    .execute()
  if (people.length === 0) return
  const first = await takeIds(transaction, deploymentId, 'finding_mention', people.length)
  await transaction
    .insertInto('finding_mention')
    .values(
      people.map((person, index) => ({
        deployment_id: deploymentId,
        id: first + index,
        comment_id: commentId,
        person,
      })),
    )
    .onConflict((conflict) => conflict.columns(['deployment_id', 'comment_id', 'person']).doNothing())
    .execute()
}

/** Writes the event of the audit log, and tells everybody who looks at the finding. */
async function report(
  transaction: ChangeTransaction,
  { id, finding_id: finding }: CommentRow,
  action: 'finding.commented' | 'finding.comment_edited' | 'finding.comment_deleted',
  { principal, at }: CommentWriter,
): Promise<void> {
  await recordAudit(transaction, {
    deploymentId: transaction.deploymentId,
    at,
    actor: principal.name,
    action,
    target: String(finding),
    detail: {
      comment: String(id),
      ...(await findingDetail(transaction, transaction.deploymentId, finding)),
    },
  })
  transaction.changed.findings([finding])
}
