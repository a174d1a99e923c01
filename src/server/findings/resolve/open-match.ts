import type { Selectable } from 'kysely'
import type { Writer } from '#server/db/database.ts'
import type { FindingTable } from '#server/db/tables.ts'
import type { FindingMatchTable } from '#server/db/tables-of-identity.ts'
import { notFound, Refusal } from '#server/http/errors.ts'
import { ownId } from '#server/http/own-id.ts'

export type MatchRow = Selectable<FindingMatchTable>
export type WholeFinding = Selectable<FindingTable>

/**
 * Reads a match of a finding that nobody has resolved.
 * @param asked ids as they stand in the address.
 * @throws Refusal 404 where the finding has no such match, 409 where it was settled before or is not the newest.
 */
export async function openMatch(
  transaction: Writer,
  asked: { deploymentId: number; findingId: string; matchId: string },
): Promise<{ finding: WholeFinding; match: MatchRow }> {
  const finding = await findingRow(transaction, asked.deploymentId, ownId(asked.findingId))
  if (!finding) throw notFound('finding')
  const match = await transaction
    .selectFrom('finding_match')
    .selectAll()
    .where('finding_id', '=', finding.id)
    .where('id', '=', ownId(asked.matchId) ?? -1)
    .executeTakeFirst()
  if (!match) throw notFound('match')
  const replaced =
    match.state === 'replaced' || (match.kind === 'match' && (await isReplaced(transaction, match)))
  if (replaced)
    throw new Refusal(409, 'A later scan matched this finding again. Resolve the newest match instead.')
  if (match.state !== 'open')
    throw new Refusal(409, 'This match has already been resolved, or the finding was triaged.')
  return { finding, match }
}

/** A whole row of `finding`; undefined where the deployment has none. */
export async function findingRow(
  transaction: Writer,
  deploymentId: number,
  id: number | null,
): Promise<WholeFinding | undefined> {
  if (id === null) return undefined
  return transaction
    .selectFrom('finding')
    .selectAll()
    .where('id', '=', id)
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst()
}

async function isReplaced(transaction: Writer, { id, finding_id }: MatchRow): Promise<boolean> {
  const newer = await transaction
    .selectFrom('finding_match')
    .select('id')
    .where('finding_id', '=', finding_id)
    .where('id', '>', id)
    .where('kind', '=', 'match')
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}
