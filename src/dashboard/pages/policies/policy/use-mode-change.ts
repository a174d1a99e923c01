import { type RefObject, useState } from 'react'
import type { PolicyMode } from '#api/policies.ts'
import type { PolicyRule } from '#contract/responses/policies.ts'
import type { RowSelection } from '#features/list/selection/use-row-selection.tsx'
import { modeLabel } from '#features/policies/names.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import type { RequestedMode } from '../mode/conflicts.ts'
import { knownMode, needsImpact } from '../mode/modes.ts'
import type { Confirmed } from '../mode/use-impact.ts'
import type { Modes } from '../mode/use-modes.tsx'

interface ModeChangeOptions {
  policyId: string
  table: RefObject<DataTableHandle | null>
  rows: readonly PolicyRule[]
  selection: RowSelection<PolicyRule>
  modes: Modes
}

/** A change that awaits confirmation: one rule under its row, or the selected rules under the bar. */
export interface PendingModeChange {
  to: PolicyMode
  /** The rule; undefined for the selected rules. */
  rulePath: string | undefined
  requested: readonly RequestedMode[]
  /** The selection when the change was requested: a new selection cancels it. */
  selected: RowSelection<PolicyRule>['selected'] | undefined
}

/** The maximum number of rules per change. Source: the contract's `setRuleModes`. */
export const mostAtOnce = 5000

interface ChooseModeOptions extends ModeChangeOptions {
  /** Called with a change that needs confirmation, and with undefined if a mode is set at once. */
  setPending: (pending: PendingModeChange | undefined) => void
}

/** Sets a mode at once if it needs no preview, otherwise asks for confirmation. */
function useChooseMode({ policyId, table, rows, selection, modes, setPending }: ChooseModeOptions) {
  const isAllowed = () => {
    if (modes.disabledReason === undefined) return true
    toast({ title: labels.change.notAllowed, detail: modes.disabledReason })
    return false
  }
  const choose = (rulePath: string, to: PolicyMode) => {
    const row = rows.find((one) => one.path === rulePath)
    if (!row || !isAllowed()) return
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
  const setMany = (requested: readonly RequestedMode[], confirmed: Confirmed) =>
    modes.setMany(policyId, requested, confirmed, selection.clear)
  const chooseSelected = (to: PolicyMode) => {
    if (!isAllowed()) return
    const selected = selection.present.current
    const differing = rulesWithout(to, selected, rows)
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
      setPending({ to, rulePath: undefined, requested, selected })
    } else {
      setPending(undefined)
      void setMany(requested, {}).then(() => {
        const active = table.current?.active()
        if (active !== undefined) table.current?.focusRow(active)
      })
    }
  }
  return { choose, chooseSelected, setMany }
}

/** Returns the selected rules that have another mode, in their current state. */
function rulesWithout(
  mode: PolicyMode,
  selected: ReadonlyMap<string, PolicyRule>,
  rows: readonly PolicyRule[],
): PolicyRule[] {
  const byPath = new Map(rows.map((row) => [row.path, row]))
  return [...selected.values()]
    .map((row) => byPath.get(row.path) ?? row)
    .filter((row) => row.policyMode !== mode)
}

/** Chooses a mode for a rule or the selected rules: at once, or after a preview of its impact. */
export function useModeChange(options: ModeChangeOptions) {
  const { policyId, table, rows, selection, modes } = options
  const [lastPending, setPending] = useState<PendingModeChange>()
  const pending =
    lastPending?.selected && lastPending.selected !== selection.selected ? undefined : lastPending
  const { choose, chooseSelected, setMany } = useChooseMode({ ...options, setPending })
  const focusRow = (path: string | undefined) => {
    if (path !== undefined) table.current?.focusRow(path)
  }
  return {
    pending,
    choose,
    chooseSelected,
    /** Applies a key to the selection if there is one, otherwise to the focused row. */
    press: (to: PolicyMode) => {
      if (selection.present.current.size > 0) return chooseSelected(to)
      const id = table.current?.active()
      if (id !== undefined) choose(id, to)
    },
    /** Applies the confirmed change; false if it was rejected or has a conflict to resolve. */
    apply: async (confirmed: Confirmed) => {
      if (!pending) return false
      const { rulePath, to, requested } = pending
      if (rulePath === undefined) {
        const made = await setMany(requested, confirmed)
        setPending(undefined)
        focusRow(table.current?.active())
        return made
      }
      setPending(undefined)
      focusRow(rulePath)
      const before = rows.find((row) => row.path === rulePath)?.policyMode
      return modes.set(policyId, { rulePath, policyMode: to, ...confirmed }, before)
    },
    /** Cancels the confirmation without moving the focus. */
    drop: () => setPending(undefined),
    cancel: () => {
      setPending(undefined)
      focusRow(pending?.rulePath ?? table.current?.active())
    },
  }
}
