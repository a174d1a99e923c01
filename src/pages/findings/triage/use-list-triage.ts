import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { JobRequest } from '#api/findings/jobs.ts'
import { explain } from '#api/http/errors.ts'
import { may, meOptions } from '#api/me.ts'
import { lastChoice } from '#features/triage/form/last-choice.ts'
import { cachedTriage } from '#features/triage/saving/cached-findings.ts'
import { type Decision, maxPerRequest, wouldChange } from '#features/triage/saving/decision.ts'
import { type Target, useSaveDecision } from '#features/triage/saving/use-save-decision.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { receivesText } from '#table/rows/row-keys.ts'
import { usePhone } from '#table/use-phone.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { triageLabels } from '../labels.ts'
import type { KeyBuffer } from '../list/keys/key-buffer.ts'
import type { ListState, ListType } from '../list/list-state.ts'
import {
  isSelecting,
  isWhole,
  nothingSelected,
  type Selected,
  wholeRequest,
  wholeText,
} from '../selection/selection.ts'
import type { Selection } from '../selection/use-selection.tsx'
import { nextUntriaged } from './baseline-rows.ts'

interface ListTriageOptions {
  deployment: string
  type: ListType
  state: ListState
  table: RefObject<DataTableHandle | null>
  /** Keys wait here while the line under a row is asked for and not there. */
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

/** A row to be decided, as it stands by now, and when it was seen so. */
interface Chosen {
  row: Target
  seenAt: string | undefined
}

/** Deciding the row that has the focus, or the selection: the line that asks why, and where the focus goes on. */
export function useListTriage(options: ListTriageOptions, selection: Selection) {
  const { deployment, type, state, table, keys, rows, answeredAt, goTo, onSettled } = options
  const phone = usePhone()
  const client = useQueryClient()
  const { decide: send, undo, dialog } = useSaveDecision(deployment, type)
  const { data: me, fetchStatus } = useQuery(meOptions())
  const [asking, setAsking] = useState<{ id: string | 'selection'; turn: number }>()
  const [whole, setWhole] = useState<JobDecision>()
  // A decision is shown a moment after its key; the next key must know of it already.
  const sent = useRef(new Set<string>())
  useEffect(() => () => sent.current.clear(), [answeredAt])
  const isDecided = (id: number) => options.triagedIds.has(String(id)) || sent.current.has(String(id))

  const allowed = () => {
    if (me && may(me.scopes, 'findings:triage')) return true
    toast({
      title: triageLabels.forbidden,
      detail: me ? triageLabels.forbiddenDetail : triageLabels.loading,
    })
    return false
  }
  /** What a key acts on: the selection if there is one, else the group whose head has the focus. */
  const scope = (): Selected => {
    const { current } = selection.present
    if (isSelecting(current)) return current
    const id = table.current?.active()
    const group = id === undefined ? undefined : selection.groupAt(id)
    return id !== undefined && group ? { ...nothingSelected, groups: new Map([[id, group]]) } : current
  }
  const activeRow = (): Chosen | undefined => {
    const id = table.current?.active()
    const row = id === undefined ? undefined : rows.find((one) => String(one.id) === id)
    // What was decided in this list is newer than the list's answer, and that is no clash.
    return row && { row, seenAt: isDecided(row.id) ? undefined : answeredAt }
  }
  /** What a key or the bar acts on, as it stands now. */
  const chosen = (): Chosen[] => {
    if (!isSelecting(selection.present.current)) return [activeRow()].filter((one) => one !== undefined)
    const picked = [...selection.present.current.rows.values()]
    const now = cachedTriage(
      client,
      deployment,
      picked.map(({ row }) => row.id),
    )
    return picked.map(({ row, seenAt }) => ({ row: { ...row, ...now.get(row.id) }, seenAt }))
  }
  const moveOn = (from: readonly number[]) => {
    const left = new Set(from)
    const at = rows.findLastIndex(({ id }) => left.has(id))
    const next =
      at < 0
        ? undefined
        : nextUntriaged(rows, at, new Set([...options.triagedIds, ...sent.current, ...from.map(String)]))
    const to = String(next?.id ?? (at < 0 ? table.current?.active() : rows[at]?.id) ?? '')
    if (to) goTo(to)
    return to
  }
  /** Decides rows and goes on. Gives what became of it, or nothing where there was nothing to do. */
  const decide = (targets: readonly Chosen[], decision: Decision) => {
    if (targets.length === 0 || !allowed()) return undefined
    const changed = targets.filter(({ row }) => wouldChange(row, decision))
    const before = selection.present.current
    const active = table.current?.active()
    if (changed.length === 0) {
      announce(triageLabels.unchanged)
      if (active !== undefined) goTo(active)
      return undefined
    }
    if (changed.length > maxPerRequest) {
      toast({
        title: triageLabels.tooMany(maxPerRequest),
        detail: triageLabels.tooManyDetail,
      })
      return undefined
    }
    if (decision.state === 'ignored' && decision.reason) {
      lastChoice.keep({ reason: decision.reason, note: decision.note ?? '' })
    }
    const ids = changed.map(({ row }) => row.id)
    const seenAt = changed.flatMap((one) => one.seenAt ?? []).toSorted()[0]
    for (const id of ids) sent.current.add(String(id))
    const done = send(
      changed.map(({ row }) => row),
      decision,
      seenAt,
      targets.length - changed.length,
    )
    selection.clear()
    const to = moveOn(ids)
    const going = { done, back: false }
    void done
      // Whoever is refused has been told; what is left to do is to put them back where they were.
      .catch((error: unknown) => {
        const { kind, conflicts } = explain(error)
        if (kind === 'expired' || conflicts.length > 0) return
        selection.restore(before)
        // Unless the person is somewhere else by now.
        going.back = table.current?.active() === to && !receivesText(document.activeElement)
        if (going.back && active !== undefined) goTo(active)
      })
      .finally(() => {
        for (const id of ids) sent.current.delete(String(id))
        onSettled()
      })
    return going
  }
  /** Decides what a key acts on: rows at once, all else by a dialog that first says what would happen. */
  const decideScope = (decision: Decision) => {
    const selected = scope()
    if (!isWhole(selected)) {
      decide(chosen(), decision)
      return
    }
    if (!allowed()) return
    // Keys that follow are meant for the dialog.
    keys.hold(true)
    setWhole({ decision, findings: wholeRequest(state, selected, answeredAt), what: wholeText(selected) })
  }
  const askFor = (id: string) => {
    keys.hold(true)
    setAsking((before) => ({ id, turn: (before?.turn ?? 0) + 1 }))
  }
  const ask = () => {
    if (!allowed()) return
    const row = activeRow()
    if (isWhole(scope()) && !phone) decideScope({ state: 'ignored' })
    else if (isSelecting(scope())) askFor('selection')
    else if (row) askFor(String(row.row.id))
  }
  const undoLast = () => {
    if (!allowed()) return
    void undo(undefined, (taken) => {
      const ids = new Set(taken)
      for (const id of ids) sent.current.delete(String(id))
      const row = rows.find(({ id }) => ids.has(id))
      if (row) goTo(String(row.id))
    }).finally(onSettled)
  }
  return {
    /** The choice between two people's decisions, where there is one to make. */
    dialog,
    /** The row under which a reason is asked for. */
    asking: rows.find((row) => String(row.id) === asking?.id),
    /** A reason is asked for the selection. */
    askingAll: asking?.id === 'selection',
    /** Goes up with each time a reason is asked for, under whatever row. */
    turn: asking?.turn,
    /** It is known whether this person may decide, or not to be known for now. */
    ready: me !== undefined || fetchStatus !== 'fetching',
    disabledReason: me && !may(me.scopes, 'findings:triage') ? triageLabels.noPermission : undefined,
    /** What is to be decided for all that match. */
    whole,
    /** The dialog for it is gone, with a job made or without. */
    endWhole: (made: boolean) => {
      setWhole(undefined)
      if (made) selection.clear()
      // The button that opened the dialog may be gone with the selection.
      const id = table.current?.active()
      if (id !== undefined) requestAnimationFrame(() => table.current?.focusRow(id))
    },
    ask,
    /** Asks about one row, wherever the focus is. */
    askForRow: (id: string) => {
      if (allowed()) askFor(id)
    },
    moveOn,
    /** Saves what the line asked for; rejects where it was refused, so that what was typed is kept. */
    save: async (decision: Decision) => {
      const id = asking?.id
      const row = rows.find((one) => String(one.id) === id)
      if (id === 'selection' && isWhole(scope())) {
        setAsking(undefined)
        decideScope(decision)
        return
      }
      const targets =
        id === 'selection'
          ? chosen()
          : row
            ? [{ row, seenAt: isDecided(row.id) ? undefined : answeredAt }]
            : []
      setAsking(undefined)
      const going = decide(targets, decision)
      try {
        await going?.done
      } catch (error) {
        if (id && going?.back) askFor(id)
        throw error
      }
    },
    cancel: () => {
      setAsking(undefined)
      const id = asking?.id === 'selection' ? table.current?.active() : asking?.id
      if (id) table.current?.focusRow(id)
    },
    reviewing: () => decideScope({ state: 'reviewing' }),
    fixing: () => decideScope({ state: 'fixing' }),
    reopen: () => decideScope({ state: 'reopened' }),
    repeat: () => {
      const last = lastChoice.read()
      if (!last?.reason) ask()
      else decideScope({ state: 'ignored', ...last })
    },
    undo: undoLast,
  }
}
