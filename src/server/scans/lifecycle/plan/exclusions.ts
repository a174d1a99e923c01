import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import type { Candidate } from '../../matching/candidates.ts'
import type { Exclusions } from '../../matching/match.ts'

const rowsPerBatch = 240

/** Reads the exclusions recorded by people. */
export async function exclusionsIn(
  reader: Reader,
  { deploymentId, projectId }: Pick<SourcePlace, 'deploymentId' | 'projectId'>,
): Promise<Exclusions> {
  const rows = await reader
    .selectFrom('flaw_exclusion')
    .select(['flaw_id', 'evidence'])
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .execute()
  const excluded = new Map<number, Set<string>>()
  for (const { flaw_id, evidence } of rows)
    excluded.set(flaw_id, (excluded.get(flaw_id) ?? new Set()).add(evidence))
  return excluded
}

/** The flaws of a project that are on offer to findings, and whether to one with equal content. */
export async function offeredFlaws(
  reader: Reader,
  { deploymentId, projectId }: Pick<SourcePlace, 'deploymentId' | 'projectId'>,
): Promise<ReadonlyMap<number, 'equal' | 'other'>> {
  const rows = await reader
    .selectFrom('finding_match as offer')
    .innerJoin('finding as offered', (join) =>
      join
        .onRef('offered.deployment_id', '=', 'offer.deployment_id')
        .onRef('offered.id', '=', 'offer.other_id'),
    )
    .select(['offered.flaw_id', 'offer.basis'])
    .where('offer.deployment_id', '=', deploymentId)
    .where('offer.project_id', '=', projectId)
    .where('offer.kind', '=', 'candidate')
    .where('offer.state', '=', 'open')
    .execute()
  const flaws = new Map<number, 'equal' | 'other'>()
  for (const { flaw_id: flaw, basis } of rows)
    if (flaws.get(flaw) !== 'equal') flaws.set(flaw, basis === 'identical' ? 'equal' : 'other')
  return flaws
}

interface SourcePlace {
  deploymentId: number
  projectId: number
  sourceId: number
}

/** Replaces fingerprints of a changed scheme with their previous values. */
export async function resolveAliases(
  reader: Reader,
  { deploymentId, projectId, sourceId }: SourcePlace,
): Promise<(one: Candidate) => void> {
  const rows = await reader
    .selectFrom('fingerprint_alias')
    .select(['fingerprint', 'same_as'])
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('source_id', '=', sourceId)
    .execute()
  const aliases = new Map(rows.map(({ fingerprint, same_as }) => [fingerprint, same_as]))
  return (one) => {
    const value = one.fingerprint && aliases.get(one.fingerprint.value)
    if (one.fingerprint && value) one.fingerprint = { ...one.fingerprint, value }
  }
}

/** Stores the aliases of a run. `same_as` is the oldest value, so that one step resolves it. */
export async function writeAliases(
  transaction: ChangeTransaction,
  { projectId, sourceId }: SourcePlace,
  aliases: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = [...aliases].map(([fingerprint, same_as]) => ({
    deployment_id: transaction.deploymentId,
    project_id: projectId,
    source_id: sourceId,
    fingerprint,
    same_as,
  }))
  for (let at = 0; at < rows.length; at += rowsPerBatch) {
    await transaction
      .insertInto('fingerprint_alias')
      .values(rows.slice(at, at + rowsPerBatch))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
