import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { type ToastRequest, toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { ruleTitle } from '../policy/rule-labels.ts'
import { writeRules } from './cached-rules.ts'
import { type CurrentMode, currentIn, currentModesIn, errorText, type RequestedMode } from './conflicts.ts'

interface ModeConflict {
  policyId: string
  theirs: readonly CurrentMode[]
  wanted: readonly RequestedMode[]
  note: string | undefined
  /** Hears when the change is made after all. */
  onDone: (() => void) | undefined
}

export const notify = (request: ToastRequest) => toast({ ...request, slot: 'mode' })
/** What a rule is called where its own title is not at hand. */
export const shortName = (path: string) => ruleTitle({ path })

export interface FailedChange {
  error: unknown
  policyId: string
  wanted: readonly RequestedMode[]
  note: string | undefined
  onDone?: (() => void) | undefined
}

/** Opens the choice between two people's modes where a change failed for that reason, else says why it failed. */
export function useModeConflict(deployment: string) {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<ModeConflict>()
  const fail = ({ error, policyId, wanted, note, onDone }: FailedChange) => {
    const theirs = currentModesIn(error)
    const current = currentIn(error)
    if (current) writeRules(client, deployment, policyId, [current])
    if (theirs.length > 0 && wanted.length > 0) {
      return setConflict({ policyId, theirs, wanted, note, onDone })
    }
    const { kind, title } = explain(error)
    // An ended session has a page of its own, which comes back here.
    if (kind === 'expired') return
    const what =
      wanted.length === 1 ? shortName(wanted[0]?.rulePath ?? '') : labels.change.rules(wanted.length)
    notify({ title: labels.change.failed(what, title), detail: errorText(error), tone: 'danger' })
  }
  return { conflict, close: () => setConflict(undefined), fail }
}
