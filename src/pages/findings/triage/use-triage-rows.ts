import { type RefObject, useRef } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { explain } from '#api/http/errors.ts'
import { lastChoice } from '#features/triage/form/last-choice.ts'
import { type Decision, maxPerRequest, wouldChange } from '#features/triage/saving/decision.ts'
import { useSaveDecision } from '#features/triage/saving/use-save-decision.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { receivesText } from '#table/rows/row-keys.ts'
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
  /** Goes to a row, with the detail if one is open. */
  goTo: (id: string) => void
  /** A decision or its undoing was answered. */
  onSettled: () => void
}

/** A decision that was sent: when it is answered, and whether it failed and the focus is back where it was. */
interface SentDecision {
  done: Promise<unknown>
  isRestored: boolean
}

/** The rows that a decision would change; says so where it changes none or too many. */
function changedTargets(targets: readonly TriageTarget[], decision: Decision) {
  const changed = targets.filter(({ row }) => wouldChange(row, decision))
  if (changed.length === 0) announce(triageLabels.unchanged)
  else if (changed.length > maxPerRequest) {
    toast({ title: triageLabels.tooMany(maxPerRequest), detail: triageLabels.tooManyDetail })
  }
  return changed
}

/** Triages rows of the list, goes on to the next one, and comes back where the service refuses. */
export function useTriageRows(options: TriageRowsOptions) {
  const { deployment, type, table, rows, answeredAt, selection, goTo, onSettled } = options
  const { decide: send, undo, dialog } = useSaveDecision(deployment, type)
  // A decision is shown a moment after its key; the next key must know of it already.
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
  /** Triages rows and goes on. Returns what became of it; undefined where there was nothing to do. */
  const decide = (targets: readonly TriageTarget[], decision: Decision): SentDecision | undefined => {
    const changed = changedTargets(targets, decision)
    const before = selection.present.current
    const active = table.current?.active()
    if (changed.length === 0 && active !== undefined) goTo(active)
    if (changed.length === 0 || changed.length > maxPerRequest) return undefined
    if (decision.state === 'ignored' && decision.reason) {
      lastChoice.keep({ reason: decision.reason, note: decision.note ?? '' })
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
      // Whoever is refused has been told; what is left to do is to put them back where they were.
      .catch((error: unknown) => {
        const { kind, conflicts } = explain(error)
        if (kind === 'expired' || conflicts.length > 0) return
        selection.restore(before)
        // Unless the person is somewhere else by now.
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
