import { type RefObject, useRef } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { explain } from '#api/http/errors.ts'
import { lastChoice } from '#features/triage/form/last-choice.ts'
import { type Decision, maxPerRequest, wouldChange } from '#features/triage/saving/decision.ts'
import { useSaveDecision } from '#features/triage/saving/use-save-decision.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { receivesText } from '#ui/keys/receives-text.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useOnChange } from '#ui/use-on-change.ts'
import type { ListType } from '../list/list-state.ts'
import type { Selection } from '../selection/use-selection.tsx'
import { nextUntriaged } from './baseline-rows.ts'
import { triageLabels } from './labels.ts'
import type { TriageTarget } from './triage-targets.ts'

interface TriageRowsOptions {
  deployment: string
  type: ListType
  table: RefObject<DataTableHandle | null>
  rows: readonly Finding[]
  triagedIds: ReadonlySet<string>
  answeredAt: string | undefined
  selection: Selection
  /** Focuses a row and opens its detail if one is open. */
  goTo: (id: string) => void
  /** Called when the service has answered triage or its undo. */
  onSettled: () => void
}

/** A triage that was sent: its response, and whether it failed and the focus was restored. */
interface SentDecision {
  done: Promise<unknown>
  isRestored: boolean
}

/** Returns the rows that a triage would change; notifies the person if it would change none or too many. */
function changedTargets(targets: readonly TriageTarget[], decision: Decision) {
  const changed = targets.filter(({ row }) => wouldChange(row, decision))
  if (changed.length === 0) announce(triageLabels.unchanged)
  else if (changed.length > maxPerRequest) {
    toast({ title: triageLabels.tooMany(maxPerRequest), detail: triageLabels.tooManyDetail })
  }
  return changed
}

/** Triages rows of the list and moves to the next one; moves back if the service rejects it. */
export function useTriageRows(options: TriageRowsOptions) {
  const { deployment, type, table, rows, answeredAt, selection, goTo, onSettled } = options
  const { decide: send, undo, dialog } = useSaveDecision(deployment, type)
  // Triage is rendered shortly after its key; the next key needs the new state at once.
  const sent = useRef(new Set<string>())
  useOnChange(answeredAt, () => sent.current.clear())

  const moveOn = (from: readonly number[]) => {
    const left = new Set(from)
    const at = rows.findLastIndex(({ id }) => left.has(id))
    const triaged = new Set([...options.triagedIds, ...sent.current, ...from.map(String)])
    const next = at < 0 ? undefined : nextUntriaged(rows, at, triaged)
    const to = String(next?.id ?? (at < 0 ? table.current?.active() : rows[at]?.id) ?? '')
    if (to) goTo(to)
    return to
  }
  /** Triages rows and moves on. Returns the sent triage; undefined if there was nothing to do. */
  const decide = (targets: readonly TriageTarget[], decision: Decision): SentDecision | undefined => {
    const changed = changedTargets(targets, decision)
    const before = selection.present.current
    const active = table.current?.active()
    if (changed.length === 0 && active !== undefined) goTo(active)
    if (changed.length === 0 || changed.length > maxPerRequest) return undefined
    if (decision.state === 'ignored' && decision.reason) {
      lastChoice.keep(decision)
    }
    const changedRows = changed.map(({ row }) => row)
    const ids = changedRows.map(({ id }) => id)
    const seenAt = changed.flatMap((one) => one.seenAt ?? []).toSorted()[0]
    for (const id of ids) sent.current.add(String(id))
    const done = send(changedRows, decision, seenAt, targets.length - changed.length)
    selection.clear()
    const to = moveOn(ids)
    const result = { done, isRestored: false }
    void done
      // The error has been shown; only the focus and the selection need to be restored.
      .catch((error: unknown) => {
        const { kind, conflicts } = explain(error)
        if (kind === 'expired' || conflicts.length > 0) return
        selection.restore(before)
        // Skipped if the person has moved elsewhere.
        result.isRestored = table.current?.active() === to && !receivesText(document.activeElement)
        if (result.isRestored && active !== undefined) goTo(active)
      })
      .finally(() => {
        for (const id of ids) sent.current.delete(String(id))
        onSettled()
      })
    return result
  }
  const undoLast = () =>
    void undo(undefined, (taken) => {
      const ids = new Set(taken)
      for (const id of ids) sent.current.delete(String(id))
      const row = rows.find(({ id }) => ids.has(id))
      if (row) goTo(String(row.id))
    }).finally(onSettled)
  const isTriaged = (id: number) => options.triagedIds.has(String(id)) || sent.current.has(String(id))
  return { dialog, moveOn, decide, undoLast, isTriaged }
}
