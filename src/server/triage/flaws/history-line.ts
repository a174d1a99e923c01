import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { severityEventKind } from '#server/findings/history/status-history.ts'
import { insertEvents } from '#server/findings/writes.ts'
import type { TriageActor } from '../decisions/apply-decision.ts'

/** A history event about a person's decision on a finding's identity. */
export interface MatchEvent {
  kind: 'confirmed' | 'separated' | 'fixed' | 'removed' | 'undone' | typeof severityEventKind
  findingId: number
  /** The id of the other finding. */
  otherId?: number | null
  /** Milliseconds since 1970, if the event concerns an earlier scan. */
  at?: number
  scanId?: number
  from?: string | null
  to?: string | null
}

/** Inserts history events. */
export async function insertMatchEvents(
  transaction: ChangeTransaction,
  by: TriageActor,
  lines: readonly MatchEvent[],
): Promise<void> {
  await insertEvents(
    transaction,
    lines.map((line) => ({
      deployment_id: by.deploymentId,
      finding_id: line.findingId,
      at: line.at ?? by.at,
      kind: line.kind,
      actor: by.actor,
      from_state: line.from ?? null,
      to_state: line.to ?? null,
      reason: null,
      note: line.otherId ? String(line.otherId) : null,
      scan_id: line.scanId ?? null,
      change_id: null,
    })),
  )
}
