import { type RefObject, useState } from 'react'
import type { PolicyMode } from '#api/policies.ts'
import type { PolicyRule } from '#contract/responses/policies.ts'
import type { RowSelection } from '#features/list/selection/use-row-selection.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import type { RequestedMode } from '../mode/conflicts.ts'
import { knownMode, modeLabel, needsImpact } from '../mode/modes.ts'
import type { Modes } from '../mode/use-modes.tsx'

interface ModeChangeOptions {
  policyId: string
  table: RefObject<DataTableHandle | null>
  rows: readonly PolicyRule[]
  selection: RowSelection<PolicyRule>
  modes: Modes
}

/** What is asked about before it is done: one rule under its row, or the selected ones under the bar. */
export interface PendingModeChange {
  to: PolicyMode
  /** The rule; undefined for the selected ones. */
  rulePath: string | undefined
  requested: readonly RequestedMode[]
  /** The selection that it was requested: another one is another question. */
  selected: RowSelection<PolicyRule>['selected'] | undefined
}

/** So many rules are changed at once. Source: the contract's `setRuleModes`. */
export const mostAtOnce = 5000

/** Choosing a mode for a rule or for those selected: at once, or after a look at what it would touch. */
export function useModeChange({ policyId, table, rows, selection, modes }: ModeChangeOptions) {
  const [lastPending, setPending] = useState<PendingModeChange>()
  const pending =
    lastPending?.selected && lastPending.selected !== selection.selected ? undefined : lastPending
  const allowed = () => {
    if (modes.disabledReason === undefined) return true
    toast({ title: labels.change.notAllowed, detail: modes.disabledReason })
    return false
  }
  const rowAt = (path: string | undefined) => rows.find((row) => row.path === path)
  const toRow = (path: string | undefined) => {
    if (path !== undefined) table.current?.focusRow(path)
  }

  const choose = (rulePath: string, to: PolicyMode) => {
    const row = rowAt(rulePath)
    if (!row || !allowed()) return
    table.current?.activate(rulePath)
    const present = modes.now(policyId, rulePath, row.policyMode)
    if (present === to) announce(labels.change.alreadyOne(modeLabel(to)))
    else if (needsImpact(present, to)) {
      setPending({ to, rulePath, requested: [{ rulePath, policyMode: to }], selected: undefined })
    } else {
      setPending(undefined)
      void modes.set(policyId, { rulePath, policyMode: to }, present)
    }
  }
  const setMany = (requested: readonly RequestedMode[], note: string | undefined) =>
    modes.setMany(policyId, requested, note, selection.clear)
  const chooseSelected = (to: PolicyMode) => {
    if (!allowed()) return
    const now = new Map(rows.map((row) => [row.path, row]))
    const differing = [...selection.present.current.values()]
      .map((row) => now.get(row.path) ?? row)
      .filter((row) => row.policyMode !== to)
    if (differing.length === 0) return announce(labels.change.alreadyAll(modeLabel(to)))
    if (differing.length > mostAtOnce) {
      toast({ title: labels.change.tooMany, detail: labels.change.tooManyDetail })
      return
    }
    const requested = differing.map(({ path, policyMode }) => ({
      rulePath: path,
      policyMode: to,
      expectedMode: knownMode(policyMode),
    }))
    if (differing.some((row) => needsImpact(row.policyMode, to))) {
      setPending({ to, rulePath: undefined, requested, selected: selection.present.current })
    } else {
      setPending(undefined)
      void setMany(requested, undefined).then(() => toRow(table.current?.active()))
    }
  }
  return {
    pending,
    choose,
    chooseSelected,
    /** What a key acts on: the selection if there is one, else the row with the focus. */
    press: (to: PolicyMode) => {
      if (selection.present.current.size > 0) return chooseSelected(to)
      const id = table.current?.active()
      if (id !== undefined) choose(id, to)
    },
    /** Does what was asked about; false where it was refused or there is a choice to make first. */
    apply: async (note: string | undefined) => {
      if (!pending) return false
      const { rulePath, to, requested } = pending
      if (rulePath === undefined) {
        const made = await setMany(requested, note)
        setPending(undefined)
        toRow(table.current?.active())
        return made
      }
      setPending(undefined)
      toRow(rulePath)
      return modes.set(policyId, { rulePath, policyMode: to, note }, rowAt(rulePath)?.policyMode)
    },
    /** Drops what is asked, and leaves the focus. */
    drop: () => setPending(undefined),
    cancel: () => {
      setPending(undefined)
      toRow(pending?.rulePath ?? table.current?.active())
    },
  }
}
