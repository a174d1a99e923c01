import type { Selectable } from 'kysely'
import type { Writer } from '#server/db/database.ts'
import type { FindingMatchTable } from '#server/db/identity-tables.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { FindingTable } from '#server/db/tables.ts'
import { undecidedTriage } from '#server/findings/writes.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'

export type MatchRow = Selectable<FindingMatchTable>
export type FullFinding = Selectable<FindingTable>

/**
 * Reads an unresolved match of a finding, and the finding that it names.
 * @param request ids as in the URL.
 * @throws HttpError 404 if the finding has no such match, 409 if it is already resolved or is not the newest.
 */
export async function openMatch(
  transaction: Writer,
  request: { deploymentId: number; findingId: string; matchId: string },
): Promise<{ finding: FullFinding; match: MatchRow; other: FullFinding | undefined }> {
  const finding = await findingRow(transaction, request.deploymentId, ownId(request.findingId))
  if (!finding) throw notFound('finding')
  const match = await transaction
    .selectFrom('finding_match')
    .selectAll()
    .where('deployment_id', '=', request.deploymentId)
    .where('id', '=', ownId(request.matchId) ?? -1)
    .executeTakeFirst()
  if (!match) throw notFound('match')
  const other = await otherSide(transaction, finding, match)
  const replaced =
    match.state === 'replaced' || (match.kind === 'match' && (await isReplaced(transaction, match)))
  if (replaced)
    throw new HttpError(409, 'A later scan matched this finding again. Resolve the newest match instead.')
  if (match.state !== 'open')
    throw new HttpError(409, 'This match has already been resolved, or the finding was triaged.')
  return { finding, match, other }
}

/**
 * The finding that a match names, seen from another one: of an offer from any row of both flaws.
 * @throws HttpError 404 if the match is none of the finding.
 */
async function otherSide(
  transaction: Writer,
  finding: FullFinding,
  match: MatchRow,
): Promise<FullFinding | undefined> {
  const known = await findingRow(transaction, match.deployment_id, match.other_id)
  // The offer of a finding's own former decision contains the finding as it was.
  const isOwn = match.kind === 'candidate' && match.other_id === match.finding_id
  if (known && isOwn && known.flaw_id === finding.flaw_id)
    // parse: our own column, written by `formerDecisionRow`.
    return { ...known, ...parseStored<{ finding?: Partial<FullFinding> }>(match.before_json ?? '{}').finding }
  if (match.finding_id === finding.id) return known
  const reported = await findingRow(transaction, match.deployment_id, match.finding_id)
  if (match.kind !== 'candidate' || match.state !== 'open' || !known || !reported) throw notFound('match')
  if (reported.flaw_id === finding.flaw_id) return known
  const isOffered = !undecidedTriage.includes(reported.triage_state)
  if (known.flaw_id !== finding.flaw_id || !isOffered || !undecidedTriage.includes(finding.triage_state))
    throw notFound('match')
  return reported
}

/** Reads a whole row of `finding`; undefined if the deployment has no such finding. */
async function findingRow(
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
