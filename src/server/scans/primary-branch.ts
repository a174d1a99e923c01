import { sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import { setLockfilesPrimary } from '#server/dependencies/writes.ts'
import { setFindingsPrimary } from '#server/findings/writes.ts'
import { promoteTextsOfRef } from '#server/records/policies/texts/branches/writes.ts'
import { setRefPrimary } from '#server/records/projects/writes.ts'

/**
 * Shows the findings and dependencies of the branch that is set as the primary one in the default lists. Until its
 * first full scan they are those of the branch that was it before, since an empty list would look like a clean one.
 * Source: docs/api.md#projects.
 */
export async function followPrimaryBranch(
  transaction: ChangeTransaction,
  { id: projectId, primary_branch: name }: { id: number; primary_branch: string | null },
  by: { actor: string | null; at: number },
): Promise<void> {
  if (name === null) return
  const refs = await transaction
    .selectFrom('ref')
    .select(['id', 'name', 'is_primary'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('name', '=', name), eb('is_primary', '=', 1)]))
    .execute()
  const next = refs.find((ref) => ref.name === name)
  if (!next || next.is_primary === 1) return
  if (refs.length > 1 && !(await isScannedFully(transaction, projectId, next.id))) return
  await promoteTextsOfRef(transaction, { projectId, refId: next.id })
  for (const ref of refs) {
    const primary = Number(ref === next)
    await setRefPrimary(transaction, ref.id, primary)
    await setFindingsPrimary(transaction, ref.id, primary, by)
    await setLockfilesPrimary(transaction, ref.id, primary)
  }
}

/** Whether a full scan of a ref was applied; true also without any scan, as retention may have deleted them. */
async function isScannedFully(reader: ChangeTransaction, projectId: number, refId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('scan')
    .select((eb) => [
      eb.fn.countAll<number>().as('scans'),
      sql<number>`coalesce(sum(case when kind = ${toCode(scanKinds, 'full')}
        and status = ${toCode(scanStatuses, 'SCAN_STATUS_COMPLETED')} then 1 else 0 end), 0)`.as('applied'),
    ])
    .where('deployment_id', '=', reader.deploymentId)
    .where('project_id', '=', projectId)
    .where('ref_id', '=', refId)
    .executeTakeFirstOrThrow()
  return row.applied > 0 || row.scans === 0
}
