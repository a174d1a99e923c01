import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Finding } from '#api/dialects.ts'
import { may, meOptions } from '#api/me.ts'
import { changes, type Decision } from '#parts/triage/decide.ts'
import { lastChoice } from '#parts/triage/last-choice.ts'
import { undoSession } from '#parts/triage/undo-stack.ts'
import { useDecide } from '#parts/triage/use-decide.tsx'
import type { DataTableHandle } from '#table/data-table.tsx'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast.ts'
import { nextUndecided } from './held-rows.ts'
import type { ListType } from './list-state.ts'

interface DecidingOptions {
  deployment: string
  type: ListType
  table: RefObject<DataTableHandle | null>
  rows: readonly Finding[]
  decided: ReadonlySet<string>
  answeredAt: string | undefined
  /** Goes to a row, with the detail if one is open. */
  goTo: (id: string) => void
  /** A decision or its undoing was answered. */
  onSettled: () => void
}

/** Deciding the row that has the focus: the line under it, and where the focus goes on. */
export function useDeciding(options: DecidingOptions) {
  const { deployment, type, table, rows, decided, answeredAt, goTo, onSettled } = options
  const { decide: send, undo, dialog } = useDecide(deployment, type)
  const { data: me } = useQuery(meOptions())
  const [asking, setAsking] = useState<string>()

  const allowed = () => {
    if (me && may(me.scopes, 'findings:triage')) return true
    toast({
      title: 'You may not decide findings here',
      detail: me ? 'Your token lacks the scope findings:triage.' : 'Who you are is still being asked.',
    })
    return false
  }
  const activeRow = () => {
    const id = table.current?.active()
    return id === undefined ? undefined : rows.find((row) => String(row.id) === id)
  }
  const moveOn = (from: number) => {
    const at = rows.findIndex(({ id }) => id === from)
    const next = nextUndecided(rows, at, new Set([...decided, String(from)]))
    goTo(String(next?.id ?? from))
  }
  const decide = (row: Finding, decision: Decision) => {
    if (!allowed()) return
    if (!changes(row, decision)) {
      announce('It stands like that already')
      goTo(String(row.id))
      return
    }
    if (decision.state === 'ignored' && decision.reason) {
      lastChoice.keep({ reason: decision.reason, note: decision.note ?? '' })
    }
    // What was decided in this list is newer than the list's answer, and that is no clash.
    const seenAt = decided.has(String(row.id)) ? undefined : answeredAt
    // Whoever is refused has been told; here there is nothing more to do about it.
    void send([row], decision, seenAt)
      .catch(() => undefined)
      .finally(onSettled)
    moveOn(row.id)
  }
  const decideActive = (decision: Decision) => {
    const row = activeRow()
    if (row) decide(row, decision)
  }
  const ask = () => {
    const row = activeRow()
    if (row && allowed()) setAsking(String(row.id))
  }
  return {
    /** The choice between two people's decisions, where there is one to make. */
    dialog,
    /** The row under which a reason is asked for. */
    asking: rows.find((row) => String(row.id) === asking),
    ask,
    moveOn,
    save: (row: Finding, decision: Decision) => {
      setAsking(undefined)
      decide(row, decision)
    },
    cancel: () => {
      setAsking(undefined)
      if (asking !== undefined) table.current?.focusRow(asking)
    },
    reviewing: () => decideActive({ state: 'reviewing' }),
    fixing: () => decideActive({ state: 'fixing' }),
    reopen: () => decideActive({ state: 'reopened' }),
    repeat: () => {
      const last = lastChoice.read()
      if (last?.reason) decideActive({ state: 'ignored', reason: last.reason, note: last.note })
      else ask()
    },
    undo: () => {
      if (!allowed()) return
      const ids = new Set(undoSession.top(deployment)?.ids ?? [])
      void undo().finally(onSettled)
      const row = rows.find(({ id }) => ids.has(id))
      if (row) goTo(String(row.id))
    },
  }
}
