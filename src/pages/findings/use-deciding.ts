import { type RefObject, useCallback, useRef, useState } from 'react'
import type { Finding } from '#api/dialects.ts'
import type { Decision } from '#parts/triage/decide.ts'
import type { DataTableHandle } from '#table/data-table.tsx'
import type { DeciderHandle } from './decider.tsx'
import { nextUndecided } from './held-rows.ts'

interface DecidingOptions {
  table: RefObject<DataTableHandle | null>
  rows: readonly Finding[]
  decided: ReadonlySet<string>
  answeredAt: string | undefined
  /** Goes to a row, with the detail if one is open. */
  goTo: (id: string) => void
}

/** Deciding the row that has the focus: the line under it, and where the focus goes on. */
export function useDeciding({ table, rows, decided, answeredAt, goTo }: DecidingOptions) {
  const [asking, setAsking] = useState<string>()
  const decider = useRef<DeciderHandle>(undefined)
  const waiting = useRef<((handle: DeciderHandle) => void)[]>([])

  const onReady = useCallback((handle: DeciderHandle) => {
    decider.current = handle
    for (const act of waiting.current.splice(0)) act(handle)
  }, [])
  /** A key that is pressed before the code behind it is there acts when it is. */
  const withDecider = (act: (handle: DeciderHandle) => void) => {
    if (decider.current) act(decider.current)
    else waiting.current.push(act)
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
  const decide = (row: Finding, decision: Decision) =>
    withDecider((handle) => {
      // What was decided in this list is newer than the list's answer, and that is no clash.
      const seenAt = decided.has(String(row.id)) ? undefined : answeredAt
      if (handle.decide(row, decision, seenAt)) moveOn(row.id)
    })
  const decideActive = (decision: Decision) => {
    const row = activeRow()
    if (row) decide(row, decision)
  }
  const ask = () => {
    const row = activeRow()
    if (row) withDecider((handle) => handle.allowed() && setAsking(String(row.id)))
  }

  return {
    /** The row under which a reason is asked for. */
    asking: rows.find((row) => String(row.id) === asking),
    onReady,
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
    repeat: () =>
      withDecider((handle) => {
        const last = handle.last()
        if (last) decideActive(last)
        else ask()
      }),
    undo: () =>
      withDecider((handle) => {
        const ids = new Set(handle.undo())
        const row = rows.find(({ id }) => ids.has(id))
        if (row) goTo(String(row.id))
      }),
  }
}
