import type { Selectable } from 'kysely'
import type { FindingComment } from '#contract/responses/comments.ts'
import type { FindingCommentTable } from '#server/db/comment-tables.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { formatInstant } from '#server/findings/list/write-finding.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { includesScope, type Principal } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { type Actor, ownNames } from '../approvals/same-person.ts'

export type CommentRow = Selectable<FindingCommentTable>

/** Whose comments, and for whom. */
export interface CommentReader {
  deploymentId: number
  principal: Actor & Pick<Principal, 'scopes'>
}

/** The comments on a flaw, of all its findings, oldest first. */
export function readThread(reader: Reader, deploymentId: number, flawId: number): Promise<CommentRow[]> {
  return reader
    .selectFrom('finding_comment as comment')
    .selectAll('comment')
    .where('comment.deployment_id', '=', deploymentId)
    .where('comment.finding_id', 'in', (query) =>
      query
        .selectFrom('finding')
        .select('finding.id')
        .where('finding.deployment_id', '=', deploymentId)
        .where('finding.flaw_id', '=', flawId),
    )
    .orderBy('comment.id')
    .execute()
}

/**
 * A comment in the thread of a flaw.
 * @param id as in the URL.
 * @throws HttpError 404 if it is not in the thread.
 */
export async function commentById(
  reader: Reader,
  deploymentId: number,
  flawId: number,
  id: string,
): Promise<CommentRow> {
  const row = await reader
    .selectFrom('finding_comment as comment')
    .innerJoin('finding', (join) =>
      join
        .onRef('finding.deployment_id', '=', 'comment.deployment_id')
        .onRef('finding.id', '=', 'comment.finding_id'),
    )
    .selectAll('comment')
    .where('comment.deployment_id', '=', deploymentId)
    .where('comment.id', '=', ownId(id) ?? -1)
    .where('finding.flaw_id', '=', flawId)
    .executeTakeFirst()
  if (!row) throw notFound('comment')
  return row
}

/** Comments as response objects. The number of statements does not depend on theirs. Source: docs/api.md#comments. */
export async function describeComments(
  reader: Reader,
  { deploymentId, principal }: CommentReader,
  rows: readonly CommentRow[],
): Promise<FindingComment[]> {
  if (rows.length === 0) return []
  const mentions = await reader
    .selectFrom('finding_mention')
    .select(['comment_id', 'person'])
    .where('deployment_id', '=', deploymentId)
    .where('comment_id', 'in', valuesOf(rows.map(({ id }) => id)))
    .orderBy('id')
    .execute()
  const named = Map.groupBy(mentions, ({ comment_id }) => comment_id)
  const { certain: own } = await ownNames(reader, deploymentId, principal, [
    ...new Set(rows.map(({ author }) => author)),
  ])
  return rows.map((row) => ({
    id: String(row.id),
    finding_id: row.finding_id,
    author: row.author,
    own: own.has(row.author),
    text: row.text,
    mentions: (named.get(row.id) ?? []).map(({ person }) => person),
    at: formatInstant(row.at),
    edited_at: row.edited_at === null ? null : formatInstant(row.edited_at),
    deleted_at: row.deleted_at === null ? null : formatInstant(row.deleted_at),
    versions: row.versions,
  }))
}

/**
 * Why a comment is not the principal's, also under another of their names; null if it is.
 * @param only what its author alone can do.
 */
export async function notOwn(
  reader: Reader,
  { deploymentId, principal }: CommentReader,
  { author }: Pick<CommentRow, 'author'>,
  only: string,
): Promise<HttpError | null> {
  const { possible, certain } = await ownNames(reader, deploymentId, principal, [author])
  if (certain.has(author)) return null
  return new HttpError(
    403,
    possible.has(author)
      ? `Cannot tell who wrote this comment: several are, or were, called ${author}. ${only}`
      : `${author} wrote this comment. ${only}`,
  )
}

/**
 * The earlier texts of a comment, oldest first.
 * @throws HttpError 403 for a comment that somebody else has deleted.
 */
export async function readVersions(
  reader: Reader,
  { deploymentId, principal }: CommentReader,
  comment: CommentRow,
): Promise<{ text: string; at: string }[]> {
  if (comment.deleted_at !== null && !includesScope(principal.scopes, 'admin')) {
    const only = 'It was deleted: its author and administrators can read it.'
    const refused = await notOwn(reader, { deploymentId, principal }, comment, only)
    if (refused) throw refused
  }
  const rows = await reader
    .selectFrom('finding_comment_version')
    .select(['text', 'at'])
    .where('deployment_id', '=', deploymentId)
    .where('comment_id', '=', comment.id)
    .orderBy('version')
    .execute()
  return rows.map(({ text, at }) => ({ text, at: formatInstant(at) }))
}
