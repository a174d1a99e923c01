import type { Writer } from '#server/db/database.ts'
import type { RunPlace } from '../run.ts'

/** A source that reports again is no longer retired: what it reports comes back, the rest stays removed. */
export async function endRetirement(transaction: Writer, place: RunPlace): Promise<void> {
  const { projectId, sourceId } = place
  const ended = await transaction
    .updateTable('retired_source')
    .set({ undone_at: place.at })
    .where('deployment_id', '=', place.deploymentId)
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (Number(ended.numUpdatedRows) === 0) return
  await transaction
    .deleteFrom('stored_report')
    .where('deployment_id', '=', place.deploymentId)
    .where('kind', '=', 'retired')
    .where('key', '=', `${projectId} ${sourceId}`)
    .execute()
}
