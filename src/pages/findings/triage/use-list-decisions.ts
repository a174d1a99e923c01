import type { RefObject } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { Decision } from '#features/triage/saving/decision.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { KeyBuffer } from '../list/keys/key-buffer.ts'
import type { ListState, ListType } from '../list/list-state.ts'
import { isSelecting, isWhole, wholeRequest, wholeText } from '../selection/selection.ts'
import type { Selection } from '../selection/use-selection.tsx'
import { useTriageTargets } from './triage-targets.ts'
import type { ReasonForm } from './use-reason-form.ts'
import type { TriagePermission } from './use-triage-permission.ts'
import { useTriageRows } from './use-triage-rows.ts'

export interface ListTriageOptions {
  deployment: string
  type: ListType
  state: ListState
  table: RefObject<DataTableHandle | null>
  /** Keys wait here while the form under a row is requested and not there. */
  keys: KeyBuffer
  rows: readonly Finding[]
  triagedIds: ReadonlySet<string>
  answeredAt: string | undefined
  /** Goes to a row, with the detail if one is open. */
  goTo: (id: string) => void
  /** A decision or its undoing was answered. */
  onSettled: () => void
}

interface ListDecisionsOptions extends ListTriageOptions {
  selection: Selection
  permission: TriagePermission
  form: ReasonForm
  phone: boolean
}

/** Decides what a key acts on: rows at once, all that match by a dialog, and first a reason where one is needed. */
export function useListDecisions(options: ListDecisionsOptions) {
  const { deployment, state, table, rows, answeredAt, selection, permission, form, phone } = options
  const { dialog, moveOn, decide, undoLast, isTriaged } = useTriageRows(options)
  const { scope, activeTarget, targets, targetOf } = useTriageTargets({
    ...{ deployment, table, rows, answeredAt, selection, isTriaged },
  })
  /** Triages what a key acts on: rows at once, all else by a dialog that first says what would happen. */
  const decideScope = (decision: Decision) => {
    const selected = scope()
    if (!isWhole(selected)) {
      const chosen = targets()
      if (chosen.length > 0 && permission.check()) decide(chosen, decision)
      return
    }
    if (!permission.check()) return
    form.openJob({
      decision,
      findings: wholeRequest(state, selected, answeredAt),
      what: wholeText(selected),
    })
  }
  /** Asks for a reason, under the row with the focus or for the selection. */
  const ask = () => {
    if (!permission.check()) return
    const target = activeTarget()
    if (isWhole(scope()) && !phone) decideScope({ state: 'ignored' })
    else if (isSelecting(scope())) form.open('selection')
    else if (target) form.open(String(target.row.id))
  }
  /** Saves what the form asked for; rejects where it was refused, so that what was typed is kept. */
  const save = async (decision: Decision) => {
    const { id, row } = form
    form.close()
    if (id === 'selection' && isWhole(scope())) {
      decideScope(decision)
      return
    }
    const chosen = id === 'selection' ? targets() : row ? [targetOf(row)] : []
    const result = chosen.length > 0 && permission.check() ? decide(chosen, decision) : undefined
    try {
      await result?.done
    } catch (error) {
      if (id && result?.isRestored) form.open(id)
      throw error
    }
  }
  return { dialog, moveOn, undoLast, decideScope, ask, save }
}
