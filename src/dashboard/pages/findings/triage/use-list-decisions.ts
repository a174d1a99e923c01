import type { RefObject } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { Decision } from '#features/triage/saving/decision.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { KeyHold } from '#ui/keys/key-hold.ts'
import type { ListState, ListType } from '../list/list-state.ts'
import { isSelecting, isWhole, wholeRequest, wholeText } from '../selection/selection.ts'
import type { Selection } from '../selection/use-selection.tsx'
import { triageLabels } from './labels.ts'
import { useTriageTargets } from './triage-targets.ts'
import type { ReasonForm } from './use-reason-form.ts'
import type { TriagePermission } from './use-triage-permission.ts'
import { useTriageRows } from './use-triage-rows.ts'

export interface ListTriageOptions {
  deployment: string
  type: ListType
  state: ListState
  table: RefObject<DataTableHandle | null>
  /** Holds keys while the form under a row is opening. */
  keys: KeyHold
  rows: readonly Finding[]
  triagedIds: ReadonlySet<string>
  answeredAt: string | undefined
  /** Focuses a row and opens its detail if one is open. */
  goTo: (id: string) => void
  /** Called when the service has answered triage or its undo. */
  onSettled: () => void
}

interface ListDecisionsOptions extends ListTriageOptions {
  selection: Selection
  permission: TriagePermission
  form: ReasonForm
  phone: boolean
}

/**
 * Triages the targets of a key: rows at once, all matches through a dialog, and after asking for a reason if one is
 * required.
 */
export function useListDecisions(options: ListDecisionsOptions) {
  const { deployment, state, table, rows, answeredAt, selection, permission, form, phone } = options
  const { dialog, moveOn, decide, undoLast, isTriaged } = useTriageRows(options)
  const { scope, activeTarget, targets, targetOf } = useTriageTargets({
    ...{ deployment, table, rows, answeredAt, selection, isTriaged },
  })
  /** Triages the targets of a key: rows at once, everything else through a dialog with a preview. */
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
  /** Asks for a reason, under the focused row or for the selection. */
  const ask = () => {
    if (!permission.check()) return
    const target = activeTarget()
    if (isWhole(scope()) && !phone) decideScope({ state: 'ignored' })
    else if (isSelecting(scope())) form.open('selection')
    else if (target) form.open(String(target.row.id))
  }
  /** Saves the form; rejects if the service refused it, so that the form keeps its text. */
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
  /** Asks who owns the targets of a key, if there are any. */
  const askOwner = () => {
    const selected = scope()
    const chosen = isWhole(selected) ? [] : targets()
    if ((chosen.length === 0 && !isWhole(selected)) || !permission.check()) return
    const [first, ...others] = chosen.map(({ row }) => row.owner ?? null)
    form.openOwner({
      what: isWhole(selected) ? wholeText(selected) : triageLabels.findings(chosen.length),
      present: first !== undefined && others.every((owner) => owner === first) ? first : undefined,
    })
  }
  return { dialog, moveOn, undoLast, decideScope, ask, askOwner, save }
}
