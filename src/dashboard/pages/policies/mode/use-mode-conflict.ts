import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { modeLabel } from '#features/policies/names.ts'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { type ToastRequest, toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { writeRules } from './cached-rules.ts'
import { type CurrentMode, currentIn, currentModesIn, errorText, type RequestedMode } from './conflicts.ts'

interface ModeConflict {
  policyId: string
  theirs: readonly CurrentMode[]
  wanted: readonly RequestedMode[]
  note: string | undefined
  /** Called once the change is applied after a conflict. */
  onDone: (() => void) | undefined
}

export const notify = (request: ToastRequest) => toast({ ...request, slot: 'mode' })
/** Returns the short name of a rule whose title is not loaded. */
export const shortName = (path: string) => ruleTitle(path)

export interface FailedChange {
  error: unknown
  policyId: string
  wanted: readonly RequestedMode[]
  note: string | undefined
  onDone?: (() => void) | undefined
  /** What was undone or reverted: if it is refused, that is all there is to say. */
  undoing?: string | undefined
}

/** Why an undo was refused: who changed a rule since, if somebody did. */
function refusal(error: unknown, [first]: readonly CurrentMode[]): string {
  if (!first) return errorText(error)
  return labels.change.changedSince(
    first.by ?? labels.conflict.someone,
    shortName(first.rulePath),
    modeLabel(first.mode),
  )
}

/** Opens the conflict dialog if a change failed because of somebody else's change, otherwise shows the error. */
export function useModeConflict(deployment: string) {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<ModeConflict>()
  const fail = ({ error, policyId, wanted, note, onDone, undoing }: FailedChange) => {
    const theirs = currentModesIn(error)
    const current = currentIn(error)
    if (current) writeRules(client, deployment, policyId, [current])
    if (theirs.length > 0 && undoing === undefined) {
      return setConflict({ policyId, theirs, wanted, note, onDone })
    }
    const { kind, title } = explain(error)
    // An expired session has its own page, which returns here.
    if (kind === 'expired') return
    if (undoing !== undefined) {
      notify({ title: labels.change.notUndone(undoing), detail: refusal(error, theirs), tone: 'danger' })
      return
    }
    const what =
      wanted.length === 1 ? shortName(wanted[0]?.rulePath ?? '') : labels.change.rules(wanted.length)
    notify({ title: labels.change.failed(what, title), detail: errorText(error), tone: 'danger' })
  }
  return { conflict, close: () => setConflict(undefined), fail }
}
