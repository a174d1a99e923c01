import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Finding } from '#api/dialects.ts'
import { explain } from '#api/errors.ts'
import { may, meOptions } from '#api/me.ts'
import { changes, type Decision } from '#parts/triage/decide.ts'
import { lastChoice } from '#parts/triage/last-choice.ts'
import { undoSession } from '#parts/triage/undo-stack.ts'
import { useDecide } from '#parts/triage/use-decide.tsx'
import type { DataTableHandle } from '#table/data-table.tsx'
import { takesKeys } from '#table/row-keys.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast.ts'
import type { HeldKeys } from './held-keys.ts'
import { nextUndecided } from './held-rows.ts'
import type { ListType } from './list-state.ts'

interface DecidingOptions {
  deployment: string
  type: ListType
  table: RefObject<DataTableHandle | null>
  /** Keys wait here while the line under a row is asked for and not there. */
  keys: HeldKeys
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
  const { deployment, type, table, keys, rows, answeredAt, goTo, onSettled } = options
  const { decide: send, undo, dialog } = useDecide(deployment, type)
  const { data: me, fetchStatus } = useQuery(meOptions())
  const [asking, setAsking] = useState<{ id: string; turn: number }>()
  // A decision is shown a moment after its key; the next key must know of it already.
  const sent = useRef(new Set<string>())
  useEffect(() => () => sent.current.clear(), [answeredAt])
  const isDecided = (id: number) => options.decided.has(String(id)) || sent.current.has(String(id))

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
    const next = nextUndecided(rows, at, new Set([...options.decided, ...sent.current, String(from)]))
    const to = String(next?.id ?? from)
    goTo(to)
    return to
  }
  /** Decides a row and goes on. Gives where it went and what became of it, or nothing where there was nothing to do. */
  const decide = (row: Finding, decision: Decision) => {
    if (!allowed()) return undefined
    if (!changes(row, decision)) {
      announce('It stands like that already')
      goTo(String(row.id))
      return undefined
    }
    if (decision.state === 'ignored' && decision.reason) {
      lastChoice.keep({ reason: decision.reason, note: decision.note ?? '' })
    }
    // What was decided in this list is newer than the list's answer, and that is no clash.
    const seenAt = isDecided(row.id) ? undefined : answeredAt
    sent.current.add(String(row.id))
    const done = send([row], decision, seenAt)
    // Whoever is refused has been told; here there is nothing more to do about it.
    void done
      .catch(() => undefined)
      .finally(() => {
        sent.current.delete(String(row.id))
        onSettled()
      })
    return { done, to: moveOn(row.id) }
  }
  const decideActive = (decision: Decision) => {
    const row = activeRow()
    if (row) decide(row, decision)
  }
  const ask = () => {
    const row = activeRow()
    if (row && allowed()) askFor(String(row.id))
  }
  const askFor = (id: string) => {
    keys.hold(true)
    setAsking((before) => ({ id, turn: (before?.turn ?? 0) + 1 }))
  }
  return {
    /** The choice between two people's decisions, where there is one to make. */
    dialog,
    /** The row under which a reason is asked for. */
    asking: rows.find((row) => String(row.id) === asking?.id),
    /** Goes up with each time a reason is asked for, under whatever row. */
    turn: asking?.turn,
    /** It is known whether this person may decide, or not to be known for now. */
    ready: me !== undefined || fetchStatus !== 'fetching',
    ask,
    moveOn,
    /** Saves what the line asked for; rejects where it was refused, so that what was typed is kept. */
    save: async (row: Finding, decision: Decision) => {
      setAsking(undefined)
      const going = decide(row, decision)
      try {
        await going?.done
      } catch (error) {
        // A clash asks by itself. Else the line is there again, unless the person is somewhere else by now.
        const { kind } = explain(error)
        const stays = going && table.current?.active() === going.to && !takesKeys(document.activeElement)
        if (stays && kind !== 'conflict' && kind !== 'expired') {
          goTo(String(row.id))
          askFor(String(row.id))
        }
        throw error
      }
    },
    cancel: () => {
      setAsking(undefined)
      if (asking) table.current?.focusRow(asking.id)
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
      for (const id of ids) sent.current.delete(String(id))
      void undo().finally(onSettled)
      const row = rows.find(({ id }) => ids.has(id))
      if (row) goTo(String(row.id))
    },
  }
}
