import type { Selectable } from 'kysely'
import type { Writer } from '#server/db/database.ts'
import type { FindingMatchTable } from '#server/db/identity-tables.ts'
import type { FindingTable } from '#server/db/tables.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'

export type MatchRow = Selectable<FindingMatchTable>
export type FullFinding = Selectable<FindingTable>

/**
 * Reads an unresolved match of a finding.
 * @param request ids as in the URL.
 * @throws HttpError 404 if the finding has no such match, 409 if it is already resolved or is not the newest.
 */
export async function openMatch(
  transaction: Writer,
  request: { deploymentId: number; findingId: string; matchId: string },
): Promise<{ finding: FullFinding; match: MatchRow }> {
  const finding = await findingRow(transaction, request.deploymentId, ownId(request.findingId))
  if (!finding) throw notFound('finding')
  const match = await transaction
    .selectFrom('finding_match')
    .selectAll()
    .where('deployment_id', '=', request.deploymentId)
    .where('finding_id', '=', finding.id)
    .where('id', '=', ownId(request.matchId) ?? -1)
    .executeTakeFirst()
  if (!match) throw notFound('match')
  const replaced =
    match.state === 'replaced' || (match.kind === 'match' && (await isReplaced(transaction, match)))
  if (replaced)
    throw new HttpError(409, 'A later scan matched this finding again. Resolve the newest match instead.')
  if (match.state !== 'open')
    throw new HttpError(409, 'This match has already been resolved, or the finding was triaged.')
  return { finding, match }
}

/** Reads a whole row of `finding`; undefined if the deployment has no such finding. */
export async function findingRow(
  transaction: Writer,
  deploymentId: number,
  id: number | null,
): Promise<FullFinding | undefined> {
  if (id === null) return undefined
  return transaction
    .selectFrom('finding')
    .selectAll()
    .where('id', '=', id)
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst()
}

async function isReplaced(
  transaction: Writer,
  { deployment_id, id, finding_id }: MatchRow,
): Promise<boolean> {
  const newer = await transaction
    .selectFrom('finding_match')
    .select('id')
    .where('deployment_id', '=', deployment_id)
    .where('finding_id', '=', finding_id)
    .where('id', '>', id)
    .where('kind', '=', 'match')
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}
