import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader, Writer } from '#server/db/database.ts'

/** Why the results of a late scan change no finding, as worded in the report of the import. */
export const lateReason = 'a newer full scan of the same tool and branch was already imported'

/**
 * Whether a completed full scan of the same source and ref began after `startedAt` (milliseconds since 1970). Its
 * results are newer, so an older scan must neither fix nor reopen findings.
 */
export async function isLate(
  transaction: Writer,
  target: { deploymentId: number; projectId: number; refId: number; sourceId: number; startedAt: number },
): Promise<boolean> {
  const newer = await transaction
    .selectFrom('scan')
    .select('id')
    .where('deployment_id', '=', target.deploymentId)
    .where('project_id', '=', target.projectId)
    .where('ref_id', '=', target.refId)
    .where('source_id', '=', target.sourceId)
    .where('kind', '=', toCode(scanKinds, 'full'))
    .where('status', '=', toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .where('started_at', '>', target.startedAt)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

/** A source on a ref, and a scan that is applied after newer ones, if it is one. */
export interface AppliedLate {
  deploymentId: number
  projectId: number
  refId: number
  sourceId: number
  /** When it began, if it is uploaded later. Milliseconds since 1970. */
  startedAt: number | null
  /** The id that it has since it was held. */
  heldScanId: number | null
}

/** The failed runs of the same source and ref that are newer: what they found is not gone because this scan lacks it. */
export async function newerFailedRuns(reader: Reader, target: AppliedLate): Promise<ReadonlySet<number>> {
  const { startedAt, heldScanId } = target
  if (startedAt === null && heldScanId === null) return new Set()
  const scans = await reader
    .selectFrom('scan')
    .select('id')
    .where('deployment_id', '=', target.deploymentId)
    .where('project_id', '=', target.projectId)
    .where('ref_id', '=', target.refId)
    .where('source_id', '=', target.sourceId)
    .where('status', '=', toCode(scanStatuses, 'SCAN_STATUS_ERROR'))
    .where((eb) => (startedAt === null ? eb('id', '>', heldScanId) : eb('started_at', '>', startedAt)))
    .execute()
  return new Set(scans.map(({ id }) => id))
}
