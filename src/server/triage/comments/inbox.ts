import { sql } from 'kysely'
import type { InboxMention } from '#contract/responses/inbox.ts'
import { namesInStatement, namesOfPerson } from '#server/access/people/names.ts'
import { findingTypes, fromCode } from '#server/db/codes.ts'
import type { Reader, Writer } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { formatInstant } from '#server/findings/list/write-finding.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { disabledRules } from '../inbox/finding-keys.ts'
import { itemKey } from '../inbox/keys.ts'

const dayMs = 24 * 3600_000
/** How long a mention that nobody saw stays in the inbox. */
const mentionPeriod = 90 * dayMs
/** How much of a comment is in the inbox. */
const shownLength = 500

/** A comment that names a person, with the finding under which it was written. */
export interface MentionRow {
  id: number
  type: number
  severity: number
  finding: number | null
}

/** The comments that name a person and that they have not seen; as one part of a statement. */
export function unseenMentions(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  person: Pick<Principal, 'name' | 'personId'>,
) {
  const none = sql<string>`''`
  return reader
    .selectFrom('finding_mention as mention')
    .innerJoin('finding_comment as comment', (join) =>
      join
        .onRef('comment.deployment_id', '=', 'mention.deployment_id')
        .onRef('comment.id', '=', 'mention.comment_id'),
    )
    .innerJoin('finding', (join) =>
      join
        .onRef('finding.deployment_id', '=', 'comment.deployment_id')
        .onRef('finding.id', '=', 'comment.finding_id'),
    )
    .select([sql<'request' | 'mention' | 'scan'>`'mention'`.as('what'), 'mention.id', 'finding.type'])
    .select(['finding.severity', none.as('requester'), sql<number>`0`.as('state')])
    .select(['finding.id as finding', sql<string | null>`cast(null as text)`.as('hold')])
    .where('mention.deployment_id', '=', deploymentId)
    .where('mention.person', 'in', namesInStatement(person))
    .where('mention.seen_at', 'is', null)
    .where((eb) => eb.fn.coalesce('comment.edited_at', 'comment.at'), '>', columns.now - mentionPeriod)
}

/** The keys of mentions in an inbox: without those on findings of disabled rules. */
export async function mentionKeys(
  view: FindingsSnapshot,
  deploymentId: number,
  rows: readonly MentionRow[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const isDisabled = await disabledRules(view, deploymentId)
  return rows.flatMap(({ id, type, severity, finding }) =>
    isDisabled(fromCode(findingTypes, type), finding ?? 0)
      ? []
      : [itemKey({ kind: 'mention', id, day: 0, severity })],
  )
}

/** Reads mentions by id, each with the id of its finding, in one statement. */
export async function readMentions(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, { mention: InboxMention; finding: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('finding_mention as mention')
    .innerJoin('finding_comment as comment', (join) =>
      join
        .onRef('comment.deployment_id', '=', 'mention.deployment_id')
        .onRef('comment.id', '=', 'mention.comment_id'),
    )
    .select(['mention.id', 'mention.comment_id', 'comment.author', 'comment.at', 'comment.finding_id'])
    .select(sql<string>`substr(comment.text, 1, ${sql.lit(shownLength)})`.as('text'))
    .where('mention.deployment_id', '=', deploymentId)
    .where('mention.id', 'in', valuesOf(ids))
    .execute()
  return new Map(
    rows.map(({ id, comment_id: comment, finding_id: finding, author, text, at }) => [
      id,
      { mention: { id: String(id), comment: String(comment), author, text, at: formatInstant(at) }, finding },
    ]),
  )
}

/** Whether somebody has seen a comment that names them, and when. */
export interface SeenMention {
  deploymentId: number
  /** As in the URL. */
  id: string
  principal: Principal
  seen: boolean
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Takes a mention out of the inbox of the person whom it names, or puts it back.
 * @throws HttpError 404 for an unknown mention, 403 for one of somebody else.
 */
export async function markMentionSeen(
  transaction: Writer,
  { deploymentId, id, principal, seen, at }: SeenMention,
): Promise<void> {
  const mention = await transaction
    .updateTable('finding_mention')
    .set({ seen_at: seen ? sql`coalesce(seen_at, ${at})` : null })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', ownId(id) ?? -1)
    .returning('person')
    .executeTakeFirst()
  if (!mention) throw notFound('mention')
  // Comments mention people: an older machine may have the name of one.
  const names = principal.machine ? [] : await namesOfPerson(transaction, principal)
  if (!names.includes(mention.person)) throw new HttpError(403, 'The comment mentions somebody else.')
}
