import { lastChoice } from '#features/triage/form/last-choice.ts'
import { usePhone } from '#table/use-phone.ts'
import type { Selection } from '../selection/use-selection.tsx'
import { type ListTriageOptions, useListDecisions } from './use-list-decisions.ts'
import { useReasonForm } from './use-reason-form.ts'
import { useTriagePermission } from './use-triage-permission.ts'

/** Triage of the row that has the focus, or of the selection: the form for the reason, and where the focus goes on. */
export function useListTriage(options: ListTriageOptions, selection: Selection) {
  const phone = usePhone()
  const permission = useTriagePermission()
  const form = useReasonForm(options)
  const decisions = useListDecisions({ ...options, selection, permission, form, phone })
  const { dialog, moveOn, undoLast, decideScope, ask, save } = decisions
  return {
    /** The choice between two people's decisions, where there is one to make. */
    dialog,
    /** The row under which a reason is requested. */
    reasonRow: form.row,
    /** A reason is requested for the selection. */
    isReasonForSelection: form.id === 'selection',
    /** Goes up with each time a reason is requested, under whatever row. */
    turn: form.turn,
    ready: permission.ready,
    disabledReason: permission.disabledReason,
    /** What is to be decided for all that match. */
    job: form.job,
    /** The dialog for it is gone, with a job made or without. */
    endJob: (made: boolean) => {
      if (made) selection.clear()
      form.closeJob()
    },
    ask,
    /** Asks about one row, wherever the focus is. */
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
      const last = lastChoice.read()
      if (!last?.reason) ask()
      else decideScope({ state: 'ignored', ...last })
    },
    undo: () => {
      if (permission.check()) undoLast()
    },
  }
}
