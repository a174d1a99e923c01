import { lastChoice } from '#features/triage/form/last-choice.ts'
import { usePhone } from '#table/use-phone.ts'
import type { Selection } from '../selection/use-selection.tsx'
import { type ListTriageOptions, useListDecisions } from './use-list-decisions.ts'
import { useReasonForm } from './use-reason-form.ts'
import { useTriagePermission } from './use-triage-permission.ts'

/** Triage of the focused row or the selection: the reason form, and where the focus moves next. */
export function useListTriage(options: ListTriageOptions, selection: Selection) {
  const phone = usePhone()
  const permission = useTriagePermission(options.deployment)
  const form = useReasonForm(options)
  const decisions = useListDecisions({ ...options, selection, permission, form, phone })
  const { dialog, moveOn, undoLast, decideScope, ask, askOwner, save } = decisions
  return {
    /** The dialog that resolves conflicting triage of two people. */
    dialog,
    /** The row under which a reason is requested. */
    reasonRow: form.row,
    /** A reason is requested for the selection. */
    isReasonForSelection: form.id === 'selection',
    /** Increases with each reason request, for any row. */
    turn: form.turn,
    ready: permission.ready,
    disabledReason: permission.disabledReason,
    /** The pending triage of all matches. */
    job: form.job,
    /** Closes its dialog, whether or not a job was created. */
    endJob: (made: boolean) => {
      if (made) selection.clear()
      form.closeJob()
    },
    ask,
    /** Asks who owns the focused row or the selection. */
    assign: askOwner,
    /** The findings whose owner a dialog asks for. */
    ownerRequest: form.owner,
    /** Closes that dialog, with the chosen owner if there is one. */
    endOwner: (owner?: string | null) => {
      form.closeOwner()
      if (owner !== undefined) decideScope({ owner })
    },
    /** Asks about a row, regardless of the focus. */
    askForRow: (id: string) => {
      if (permission.check()) form.open(id)
    },
    moveOn,
    save,
    cancel: form.cancel,
    reviewing: () => decideScope({ state: 'reviewing' }),
    fixing: () => decideScope({ state: 'fixing' }),
    reopen: () => decideScope({ state: 'reopened' }),
    repeat: () => {
      const last = lastChoice.read([options.type])
      if (!last?.reason) ask()
      else decideScope({ state: 'ignored', ...last })
    },
    undo: () => {
      if (permission.check()) undoLast()
    },
  }
}
