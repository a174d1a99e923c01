import type { ResolveMatchAnswer } from '#contract/answers/matches.ts'
import { recordAudit } from '#server/audit/public.ts'
import type { Writer } from '#server/db/database.ts'
import { notFound } from '#server/http/errors.ts'
import type { By } from '../apply-decision.ts'
import { confirmCandidate, rejectCandidate } from './candidate.ts'
import { separateFromRef } from './elsewhere.ts'
import { addLines } from './history-line.ts'
import { findingRow, type MatchRow, openMatch, type WholeFinding } from './open-match.ts'
import { undoMatch } from './undo-match.ts'

export interface AskedResolution extends By {
  /** As they stand in the address. */
  findingId: string
  matchId: string
  /** Whether the finding is the one that the match names. */
  same: boolean
}

/**
 * Settles what a scan took a finding for, or offered that it may be, as a person says it.
 * @throws Refusal 404 for an unknown finding or match, 409 where it was settled before or a later scan matched the
 * finding again. Source: docs/api.md#identity.
 */
export async function resolveMatch(transaction: Writer, asked: AskedResolution): Promise<ResolveMatchAnswer> {
  const { finding, match } = await openMatch(transaction, asked)
  const { same, deploymentId, actor, at } = asked
  const { separatedId, changeId } = await (same ? confirm : separate)(transaction, finding, match, asked)
  await transaction
    .updateTable('finding_match')
    .set({ state: same ? 'confirmed' : 'rejected', ...(separatedId ? { other_id: separatedId } : {}) })
    .where('id', '=', match.id)
    .execute()
  await recordAudit(transaction, {
    deploymentId,
    at,
    actor,
    action: same ? 'finding.match_confirmed' : 'finding.match_rejected',
    target: String(finding.id),
    detail: {
      kind: match.kind,
      basis: match.basis,
      other: match.other_id,
      separated: separatedId,
      change: changeId,
    },
  })
  return {
    finding_id: finding.id,
    separated_id: separatedId,
    change_id: changeId === null ? null : String(changeId),
  }
}

interface Resolved {
  /** The finding that was made of what a scan reported. */
  separatedId: number | null
  /** The triage change that can be undone. */
  changeId: number | null
}

const nothing: Resolved = { separatedId: null, changeId: null }

async function confirm(
  transaction: Writer,
  finding: WholeFinding,
  match: MatchRow,
  by: By,
): Promise<Resolved> {
  if (match.kind === 'candidate') {
    const other = await offered(transaction, match)
    return { ...nothing, changeId: await confirmCandidate(transaction, { finding, other, match }, by) }
  }
  await addLines(transaction, by, [{ kind: 'confirmed', findingId: finding.id, otherId: match.other_id }])
  return nothing
}

async function separate(
  transaction: Writer,
  finding: WholeFinding,
  match: MatchRow,
  by: By,
): Promise<Resolved> {
  if (match.kind === 'candidate') {
    const other = await offered(transaction, match)
    await rejectCandidate(transaction, { finding, other, match }, by)
    return nothing
  }
  if (match.other_id === null)
    return { ...nothing, separatedId: await undoMatch(transaction, finding, match, by) }
  await separateFromRef(transaction, finding, match.other_id, by)
  return nothing
}

async function offered(transaction: Writer, match: MatchRow): Promise<WholeFinding> {
  const other = await findingRow(transaction, match.deployment_id, match.other_id)
  if (!other) throw notFound('finding')
  return other
}
