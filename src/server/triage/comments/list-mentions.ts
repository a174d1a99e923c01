import type { FindingComment } from '#contract/responses/comments.ts'
import { namesOfPerson } from '#server/access/people/names.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { type CommentReader, describeComments } from './comment.ts'

/**
 * The comments that name a person, newest first; by the names that the person has or had. Source: docs/api.md#comments.
 * @param page.before a mention, after which the page begins; null for the newest.
 */
export async function listMentionsOf(
  reader: Reader,
  caller: CommentReader,
  page: { before: number | null; limit: number },
): Promise<{ id: string; comment: FindingComment }[]> {
  const { deploymentId, principal } = caller
  const names = await namesOfPerson(reader, principal)
  const mentions = await reader
    .selectFrom('finding_mention')
    .select(['id', 'comment_id'])
    .where('deployment_id', '=', deploymentId)
    .where('person', 'in', names)
    .$if(page.before !== null, (query) => query.where('id', '<', page.before ?? 0))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  const rows = await reader
    .selectFrom('finding_comment')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(mentions.map(({ comment_id }) => comment_id)))
    .execute()
  const comments = new Map((await describeComments(reader, caller, rows)).map((one) => [one.id, one]))
  return mentions.flatMap(({ id, comment_id }) => {
    const comment = comments.get(String(comment_id))
    return comment ? [{ id: String(id), comment }] : []
  })
}
