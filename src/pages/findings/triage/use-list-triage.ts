import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { JobRequest } from '#api/findings/jobs.ts'
import { may, meOptions } from '#api/me.ts'
import { lastChoice } from '#features/triage/form/last-choice.ts'
import type { Decision } from '#features/triage/saving/decision.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { usePhone } from '#table/use-phone.ts'
import { toast } from '#ui/toast/toast.ts'
import type { KeyBuffer } from '../list/keys/key-buffer.ts'
import type { ListState, ListType } from '../list/list-state.ts'
import { isSelecting, isWhole, wholeRequest, wholeText } from '../selection/selection.ts'
import type { Selection } from '../selection/use-selection.tsx'
import { triageLabels } from './labels.ts'
import { useTriageTargets } from './triage-targets.ts'
import { useTriageRows } from './use-triage-rows.ts'

interface ListTriageOptions {
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

/** A decision for more than rows that were seen, which a dialog makes into a job. */
interface JobDecision {
  decision: Decision
  findings: JobRequest
  /** What it is for, in words. */
  what: string
}

/** Whether this person may triage; `check` also tells them where they may not. */
function useTriagePermission() {
  const { data: me, fetchStatus } = useQuery(meOptions())
  const isAllowed = me !== undefined && may(me.scopes, 'findings:triage')
  return {
    check: () => {
      if (isAllowed) return true
      const detail = me ? triageLabels.forbiddenDetail : triageLabels.loading
      toast({ title: triageLabels.forbidden, detail })
      return false
    },
    /** It is known whether this person may triage, or not to be known for now. */
    ready: me !== undefined || fetchStatus !== 'fetching',
    disabledReason: me && !isAllowed ? triageLabels.noPermission : undefined,
  }
}

/** Where a reason is requested, under a row or for the selection, and the job that a dialog asks about. */
function useReasonForm({ table, keys, rows }: Pick<ListTriageOptions, 'table' | 'keys' | 'rows'>) {
  const [asking, setAsking] = useState<{ id: string | 'selection'; turn: number }>()
  const [whole, setWhole] = useState<JobDecision>()
  return {
    id: asking?.id,
    whole,
    row: rows.find((row) => String(row.id) === asking?.id),
    turn: asking?.turn,
    open: (id: string) => {
      keys.hold(true)
      setAsking((before) => ({ id, turn: (before?.turn ?? 0) + 1 }))
    },
    openJob: (job: JobDecision) => {
      // Keys that follow are meant for the dialog.
      keys.hold(true)
      setWhole(job)
    },
    close: () => setAsking(undefined),
    cancel: () => {
      setAsking(undefined)
      const id = asking?.id === 'selection' ? table.current?.active() : asking?.id
      if (id) table.current?.focusRow(id)
    },
    closeJob: () => {
      setWhole(undefined)
      // The button that opened the dialog may be gone with the selection.
      const id = table.current?.active()
      if (id !== undefined) requestAnimationFrame(() => table.current?.focusRow(id))
    },
  }
}

/** Triage of the row that has the focus, or of the selection: the form for the reason, and where the focus goes on. */
export function useListTriage(options: ListTriageOptions, selection: Selection) {
  const { deployment, state, table, rows, answeredAt } = options
  const phone = usePhone()
  const permission = useTriagePermission()
  const form = useReasonForm(options)
  const { dialog, moveOn, decide, undoLast, isTriaged } = useTriageRows({ ...options, selection })
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
  const ask = () => {
    if (!permission.check()) return
    const target = activeTarget()
    if (isWhole(scope()) && !phone) decideScope({ state: 'ignored' })
    else if (isSelecting(scope())) form.open('selection')
    else if (target) form.open(String(target.row.id))
  }
  return {
    /** The choice between two people's decisions, where there is one to make. */
    dialog,
    /** The row under which a reason is requested. */
    asking: form.row,
    /** A reason is requested the selection. */
    askingAll: form.id === 'selection',
    /** Goes up with each time a reason is requested, under whatever row. */
    turn: form.turn,
    ready: permission.ready,
    disabledReason: permission.disabledReason,
    /** What is to be decided for all that match. */
    whole: form.whole,
    /** The dialog for it is gone, with a job made or without. */
    endWhole: (made: boolean) => {
      if (made) selection.clear()
      form.closeJob()
    },
    ask,
    /** Asks about one row, wherever the focus is. */
    askForRow: (id: string) => {
      if (permission.check()) form.open(id)
    },
    moveOn,
    /** Saves what the form asked for; rejects where it was refused, so that what was typed is kept. */
    save: async (decision: Decision) => {
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
    },
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
