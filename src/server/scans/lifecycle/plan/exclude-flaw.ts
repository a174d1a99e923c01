import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { exclusionKey } from '../../matching/exclusion-key.ts'
import { type StoredFinding, storedFindings } from './known-findings.ts'

/**
 * Records that a finding does not belong to a flaw, which later scans respect. Nothing is recorded if a row of the flaw
 * has the same evidence: it would be indistinguishable from the finding, and would be lost.
 * @param of.findingId a stored finding that a scan reported; it already belongs to another flaw.
 * Source: docs/api.md#identity.
 */
export async function excludeFlaw(
  transaction: ChangeTransaction,
  separation: { projectId: number; flawId: number; findingId: number },
): Promise<void> {
  const { projectId, flawId, findingId } = separation
  const { deploymentId } = transaction
  const own = await storedFindings(transaction, deploymentId, { ids: [findingId] })
  const [evidence] = await keysOf(transaction, { deploymentId, projectId }, own)
  if (evidence === undefined) throw new Error(`the finding ${findingId} is gone`)
  const existingKeys = await keysOf(
    transaction,
    { deploymentId, projectId },
    await storedFindings(transaction, deploymentId, { flawIds: [flawId] }),
  )
  if (existingKeys.includes(evidence)) return
  await transaction
    .insertInto('flaw_exclusion')
    .values({ deployment_id: deploymentId, project_id: projectId, flaw_id: flawId, evidence })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes exclusions that match a row of the flaw, because a person added that row later. @returns their evidence. */
export async function deleteExclusions(
  transaction: ChangeTransaction,
  { projectId, flawId }: { projectId: number; flawId: number },
): Promise<string[]> {
  const { deploymentId } = transaction
  const exclusions = await transaction
    .selectFrom('flaw_exclusion')
    .select('evidence')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('flaw_id', '=', flawId)
    .execute()
  if (exclusions.length === 0) return []
  const keys = await keysOf(
    transaction,
    { deploymentId, projectId },
    await storedFindings(transaction, deploymentId, { flawIds: [flawId] }),
  )
  const wrong = exclusions.flatMap(({ evidence }) => (keys.includes(evidence) ? [evidence] : []))
  if (wrong.length === 0) return []
  await transaction
    .deleteFrom('flaw_exclusion')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('flaw_id', '=', flawId)
    .where('evidence', 'in', wrong)
    .execute()
  return wrong
}

/** The keys that a scan reporting these findings again would be compared by, as in `exclusionsIn`. */
async function keysOf(
  reader: Reader,
  { deploymentId, projectId }: { deploymentId: number; projectId: number },
  findings: readonly StoredFinding[],
): Promise<string[]> {
  const values = findings.flatMap(({ fingerprint }) => fingerprint?.value ?? [])
  if (values.length === 0) return findings.map(exclusionKey)
  const rows = await reader
    .selectFrom('fingerprint_alias')
    .innerJoin('finding', (join) =>
      join
        .onRef('finding.deployment_id', '=', 'fingerprint_alias.deployment_id')
        .onRef('finding.source_id', '=', 'fingerprint_alias.source_id'),
    )
    .select(['finding.id', 'fingerprint', 'same_as'])
    .where('fingerprint_alias.deployment_id', '=', deploymentId)
    .where('fingerprint_alias.project_id', '=', projectId)
    .where(
      'finding.id',
      'in',
      findings.map(({ id }) => id),
    )
    .where('fingerprint', 'in', values)
    .execute()
  const aliases = new Map(rows.map(({ id, fingerprint, same_as }) => [`${id} ${fingerprint}`, same_as]))
  return findings.map((one) => {
    const value = one.fingerprint && aliases.get(`${one.id} ${one.fingerprint.value}`)
    return exclusionKey(
      one.fingerprint && value ? { ...one, fingerprint: { ...one.fingerprint, value } } : one,
    )
  })
}
