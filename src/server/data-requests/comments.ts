import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { contains, containsIgnoringCase } from '#server/db/sql.ts'
import type { Renaming } from './large-tables.ts'

/** Renames a person as the author of comments, and where comments name them, also in earlier texts. */
export async function renameInComments(
  transaction: ChangeTransaction,
  { name, replacement }: Renaming,
): Promise<void> {
  const { deploymentId } = transaction
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
  // Messages about mentions have the names in their text.
  await transaction
    .deleteFrom('webhook_delivery')
    .where('deployment_id', '=', deploymentId)
    .where('event', '=', 'finding.mentioned')
    .where(contains(sql.ref('payload_json'), sql.val(JSON.stringify(name))))
    .execute()
  const renamed = renamedIn(name, replacement)
  const comments = await transaction
    .selectFrom('finding_comment')
    .select(['id', 'text'])
    .where('deployment_id', '=', deploymentId)
    .where(containsIgnoringCase(sql.ref('text'), `@${name}`))
    .execute()
  for (const { id, text } of comments)
    await transaction
      .updateTable('finding_comment')
      .set({ text: renamed(text) })
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .execute()
  const versions = await transaction
    .selectFrom('finding_comment_version')
    .select(['comment_id', 'version', 'text'])
    .where('deployment_id', '=', deploymentId)
    .where(containsIgnoringCase(sql.ref('text'), `@${name}`))
    .execute()
  for (const { comment_id: id, version, text } of versions)
    await transaction
      .updateTable('finding_comment_version')
      .set({ text: renamed(text) })
      .where('deployment_id', '=', deploymentId)
      .where('comment_id', '=', id)
      .where('version', '=', version)
      .execute()
}

/** Replaces `@name`, unless a longer word begins with it. */
function renamedIn(name: string, replacement: string): (text: string) => string {
  const literal = name.replace(
    /[^\p{L}\p{N}\s]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
  const pattern = new RegExp(`@${literal}(?![\\p{L}\\p{N}])`, 'giu')
  return (text) => text.replace(pattern, () => `@${replacement}`)
}
