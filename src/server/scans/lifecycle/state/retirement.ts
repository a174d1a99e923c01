import type { Writer } from '#server/db/database.ts'
import type { RunTarget } from '../run.ts'

/** Ends the retirement of a source that reports again: reported findings reappear, the others stay removed. */
export async function endRetirement(transaction: Writer, target: RunTarget): Promise<void> {
  const { projectId, sourceId } = target
  const ended = await transaction
    .updateTable('retired_source')
    .set({ undone_at: target.at })
    .where('deployment_id', '=', target.deploymentId)
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (Number(ended.numUpdatedRows) === 0) return
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', target.deploymentId)
    .where('kind', '=', 'retired')
    .where('key', '=', `${projectId} ${sourceId}`)
    .execute()
}
