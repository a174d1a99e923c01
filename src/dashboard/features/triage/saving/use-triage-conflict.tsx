import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Conflict } from '#api/http/errors.ts'
import { ConflictDialog } from '../conflict-dialog.tsx'
import { draftKey, dropDraft } from '../form/draft.ts'
import { writeTriage } from './cached-findings.ts'
import { type Decision, withDecision } from './decision.ts'
import type { Target } from './optimistic-triage.ts'
import { type Triage, triageOf } from './pending-decisions.ts'

interface TriageConflict {
  targets: readonly Target[]
  decision: Decision
  conflicts: readonly Conflict[]
}

function stateOf(triageState: string): Decision['state'] {
  return triageState === 'ignored' || triageState === 'reviewing' || triageState === 'fixing'
    ? triageState
    : 'reopened'
}

/** Returns a finding with the triage of others. */
function theirTriage(row: Target, conflict: Conflict): Triage {
  const { triage_state, triage_reason, ignored_until, ignore_ends, note, at, by } = conflict
  const { status } = withDecision(row, { state: stateOf(triage_state) }, new Date())
  const theirs = {
    triage_state,
    triage_reason,
    ignored_until,
    ignore_ends,
    triage_comment: note,
    triaged_at: at,
    triaged_by: by,
  }
  return { ...triageOf(row), status, ...theirs }
}

/**
 * Manages the dialog that resolves conflicting triage of two people.
 * @param decide saves the triage of findings, overwriting that of others.
 */
export function useTriageConflict(
  deployment: string,
  decide: (targets: readonly Target[], decision: Decision) => void,
): { open: (conflict: TriageConflict) => void; dialog: ReactNode } {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<TriageConflict>()

  /** Shows the triage of others, and returns the findings that nobody else triaged. */
  const keepTheirs = ({ targets, conflicts }: TriageConflict): Target[] => {
    setConflict(undefined)
    const rows = new Map(targets.map((row) => [row.id, row]))
    const theirs = conflicts.flatMap((one) => {
      const row = rows.get(one.id)
      return row && rows.delete(one.id) ? [[one.id, theirTriage(row, one)] as const] : []
    })
    writeTriage(client, deployment, new Map(theirs))
    return [...rows.values()]
  }

  const dialog = conflict && (
    <ConflictDialog
      conflicts={conflict.conflicts}
      decision={conflict.decision}
      others={conflict.targets.length - conflict.conflicts.length}
      onClose={() => void keepTheirs(conflict)}
      onMine={() => {
        setConflict(undefined)
        decide(conflict.targets, conflict.decision)
      }}
      onTheirs={() => {
        const rest = keepTheirs(conflict)
        if (rest.length > 0) decide(rest, conflict.decision)
        const ids = conflict.targets.map(({ id }) => id)
        dropDraft(draftKey(deployment, ids))
      }}
    />
  )
  return { open: setConflict, dialog }
}
