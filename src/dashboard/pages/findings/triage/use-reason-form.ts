import { type RefObject, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { JobRequest } from '#api/findings/jobs.ts'
import type { Decision } from '#features/triage/saving/decision.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { KeyHold } from '#ui/keys/key-hold.ts'

/** Triage of more than individually seen rows, which a dialog turns into a job. */
interface JobDecision {
  decision: Decision
  findings: JobRequest
  /** A description of the target. */
  what: string
}

/** Findings whose owner a dialog asks for. */
interface OwnerRequest {
  what: string
  /** Who owns all of them, null for nobody; undefined if that differs. */
  present: string | null | undefined
}

interface ReasonFormOptions {
  table: RefObject<DataTableHandle | null>
  /** Holds keys while the form under a row is opening. */
  keys: KeyHold
  rows: readonly Finding[]
}

export type ReasonForm = ReturnType<typeof useReasonForm>

/** Tracks where a reason is requested, under a row or for the selection, and the job that a dialog confirms. */
export function useReasonForm({ table, keys, rows }: ReasonFormOptions) {
  const [target, setTarget] = useState<{ id: string | 'selection'; turn: number }>()
  const [job, setJob] = useState<JobDecision>()
  const [owner, setOwner] = useState<OwnerRequest>()
  const focusActive = () => {
    // The button that opened the dialog may be removed with the selection.
    const id = table.current?.active()
    if (id !== undefined) requestAnimationFrame(() => table.current?.focusRow(id))
  }
  return {
    id: target?.id,
    job,
    row: rows.find((row) => String(row.id) === target?.id),
    turn: target?.turn,
    open: (id: string) => {
      keys.start()
      setTarget((before) => ({ id, turn: (before?.turn ?? 0) + 1 }))
    },
    openJob: setJob,
    close: () => setTarget(undefined),
    cancel: () => {
      setTarget(undefined)
      const id = target?.id === 'selection' ? table.current?.active() : target?.id
      if (id) table.current?.focusRow(id)
    },
    closeJob: () => {
      setJob(undefined)
      focusActive()
    },
    owner,
    openOwner: setOwner,
    closeOwner: () => {
      setOwner(undefined)
      focusActive()
    },
  }
}
