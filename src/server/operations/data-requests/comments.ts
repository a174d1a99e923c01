import { sql } from 'kysely'
import { listPeopleWithAccess } from '#server/access/known-owners.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { contains, valuesOf } from '#server/db/sql.ts'
import { withoutName } from '#server/triage/comments/mentions.ts'
import type { Renaming } from './large-tables.ts'

const commentsPerRead = 200

/** The events whose messages name people beside whoever caused them. */
const eventsWithNames = ['finding.mentioned', 'finding.assigned', 'approval.decided', 'owner.disabled']

/** Renames a person as the author of comments, and where comments name them, also in earlier texts. @param now milliseconds since 1970. */
export async function renameInComments(
  transaction: ChangeTransaction,
  renaming: Renaming,
  now: number,
): Promise<void> {
  const { deploymentId } = transaction
  const { name, replacement } = renaming
  await transaction
    .updateTable('finding_comment')
    .set({ author: replacement })
    .where('deployment_id', '=', deploymentId)
    .where('author', '=', name)
    .execute()
  await transaction
    .deleteFrom('finding_mention')
    .where('deployment_id', '=', deploymentId)
    .where('person', '=', name)
    .execute()
  // Messages about mentions, owners and answers have the names in their text.
  const named = [name, `person:${name}`].map((text) =>
    contains(sql.ref('payload_json'), sql.val(JSON.stringify(text))),
  )
  await transaction
    .deleteFrom('webhook_delivery')
    .where('deployment_id', '=', deploymentId)
    .where('event', 'in', eventsWithNames)
    .where((eb) => eb.or(named))
    .execute()
  const people = await listPeopleWithAccess(transaction, deploymentId, now)
  await renameInTexts(transaction, (text) => withoutName(text, renaming, people))
}

/** Replaces the name behind `@` in texts, which are read in small parts. */
async function renameInTexts(
  transaction: ChangeTransaction,
  renamed: (text: string) => string,
): Promise<void> {
  const { deploymentId } = transaction
  let last = 0
  for (;;) {
    const comments = await transaction
      .selectFrom('finding_comment')
      .select(['id', 'text', 'versions'])
      .where('deployment_id', '=', deploymentId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(commentsPerRead)
      .execute()
    for (const { id, text } of comments) {
      const next = renamed(text)
      if (next !== text)
        await transaction
          .updateTable('finding_comment')
          .set({ text: next })
          .where('deployment_id', '=', deploymentId)
          .where('id', '=', id)
          .execute()
    }
    await renameInVersions(
      transaction,
      comments.filter(({ versions }) => versions > 0).map(({ id }) => id),
      renamed,
    )
    if (comments.length < commentsPerRead) return
    last = comments.at(-1)?.id ?? last
  }
}

async function renameInVersions(
  transaction: ChangeTransaction,
  comments: readonly number[],
  renamed: (text: string) => string,
): Promise<void> {
  if (comments.length === 0) return
  const versions = await transaction
    .selectFrom('finding_comment_version')
    .select(['comment_id', 'version', 'text'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('comment_id', 'in', valuesOf(comments))
    .execute()
  for (const { comment_id: id, version, text } of versions) {
    const next = renamed(text)
    if (next !== text)
      await transaction
        .updateTable('finding_comment_version')
        .set({ text: next })
        .where('deployment_id', '=', transaction.deploymentId)
        .where('comment_id', '=', id)
        .where('version', '=', version)
        .execute()
  }
}
