import {
  fromCode,
  ignoreEnds,
  ownerSources,
  states,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { removedFromLists } from '#server/db/merge-queue.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { Decision } from '#server/findings/decision.ts'

const goneStates = [toCode(states, 'fixed'), toCode(states, 'removed')]

/** The triage state of a finding before a decision. */
export interface TriageStatus {
  id: number
  flaw_id: number
  removed: number
  triage_state: number
  triage_reason: number | null
  triage_comment: string | null
  triaged_at: number | null
  triaged_by: string | null
  ignored_until: number | null
  ignore_ends: number | null
  owner: string | null
  owner_source: number | null
  severity: number
  /** The request that ignoring it waits for, or was approved by. */
  approval_id: number | null
  approval_state: number | null
  /** The last decision on the finding, and the job that this decision was a batch of. */
  triage_change_id: number | null
  job_id: number | null
}

/**
 * The flaws of findings, with those that they were before somebody said which findings they are now, and that are gone. What
 * is said later is said of them, too, should they come back.
 */
export const flawsOf = (reader: Reader, deploymentId: number, ids: readonly number[]) =>
  reader
    .selectFrom('finding as named')
    .select('named.flaw_id')
    .where('named.deployment_id', '=', deploymentId)
    .where('named.id', 'in', valuesOf(ids))
    .union(
      reader
        .selectFrom('finding as named')
        .innerJoin('finding as joined', (join) =>
          join
            .onRef('joined.deployment_id', '=', 'named.deployment_id')
            .onRef('joined.flaw_id', '=', 'named.flaw_id'),
        )
        .innerJoin('finding_match as match', (join) =>
          join
            .onRef('match.deployment_id', '=', 'joined.deployment_id')
            .onRef('match.finding_id', '=', 'joined.id')
            .on('match.kind', '=', 'candidate')
            .on('match.state', '=', 'confirmed'),
        )
        .innerJoin('finding as former', (join) =>
          join
            .onRef('former.deployment_id', '=', 'match.deployment_id')
            .onRef('former.id', '=', 'match.other_id'),
        )
        .select('former.flaw_id')
        .where('named.deployment_id', '=', deploymentId)
        .where('named.id', 'in', valuesOf(ids))
        .where('former.state', 'in', goneStates),
    )

/** Every row of the flaws of these findings, former ones included, on any ref of their projects, by id. */
export async function readFlawInstances(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<TriageStatus[]> {
  return reader
    .selectFrom('finding')
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.flaw_id', 'in', flawsOf(reader, deploymentId, ids))
    .leftJoin('triage_change', (join) =>
      join
        .onRef('triage_change.deployment_id', '=', 'finding.deployment_id')
        .onRef('triage_change.id', '=', 'finding.triage_change_id'),
    )
    .select(['finding.id', 'finding.flaw_id', 'finding.removed'])
    .select(['finding.triage_state', 'finding.triage_reason', 'finding.triage_comment'])
    .select(['finding.triaged_at', 'finding.triaged_by', 'finding.triage_change_id', 'triage_change.job_id'])
    .select([
      'finding.ignored_until',
      'finding.ignore_ends',
      'finding.severity',
      'finding.owner',
      'finding.owner_source',
    ])
    .select(['finding.approval_id', 'finding.approval_state'])
    .orderBy('finding.id')
    .execute()
}

/**
 * Those of the findings of a decision that answers and records name: the ones in lists or, for a decision on findings of a
 * merge queue alone, these.
 */
export function shownOf<Row extends { removed: number | null }>(rows: readonly Row[]): Row[] {
  const listed = rows.filter((row) => row.removed === 0)
  return listed.length > 0 ? listed : rows.filter((row) => row.removed === removedFromLists)
}

/** What ends an ignore, as it is stored. */
export const endsCode = (ends: Decision['ends']): number | null => (ends ? toCode(ignoreEnds, ends) : null)

const setByHand = toCode(ownerSources, 'manual')

/** Whether a decision changes the triage or the owner of a finding. */
export function isChangedBy(
  row: TriageStatus,
  { state, reason, until, ends, note, owner }: Decision,
): boolean {
  const decided =
    state !== undefined &&
    (fromCode(triageStates, row.triage_state) !== state ||
      fromCode(triageReasons, row.triage_reason) !== reason ||
      row.ignored_until !== until ||
      (state === 'ignored' && row.ignore_ends !== endsCode(ends)))
  const assigned = owner !== undefined && (row.owner !== owner || row.owner_source !== setByHand)
  return decided || assigned || (note !== undefined && (row.triage_comment ?? '') !== note)
}
