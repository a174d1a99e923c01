import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Finding } from '#api/dialects.ts'
import { may, meOptions } from '#api/me.ts'
import { changes, type Decision } from '#parts/triage/decide.ts'
import { lastChoice } from '#parts/triage/last-choice.ts'
import { undoSession } from '#parts/triage/undo-stack.ts'
import { useDecide } from '#parts/triage/use-decide.tsx'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast.ts'
import type { ListType } from './list-state.ts'

/** What the list can have decided. */
export interface DeciderHandle {
  /** Decides one finding. Gives false where there was nothing to decide, or nobody may. */
  decide: (row: Finding, decision: Decision, seenAt: string | undefined) => boolean
  /** Whether this person may decide; if not, they are told why. */
  allowed: () => boolean
  /** The reason and note of the newest ignored finding, for doing the same again. */
  last: () => Decision | undefined
  /** Takes back the newest decision. Gives the ids that it was about. */
  undo: () => readonly number[]
}

interface DeciderProps {
  deployment: string
  type: ListType
  onReady: (handle: DeciderHandle) => void
  /** A decision or its undoing was answered. */
  onSettled: () => void
}

/** The deciding behind the keys of the list. It is loaded once the rows are on screen, and draws only a clash. */
export function Decider({ deployment, type, onReady, onSettled }: DeciderProps) {
  const { decide, undo, dialog } = useDecide(deployment, type)
  const { data: me } = useQuery(meOptions())

  const allowed = () => {
    if (me && may(me.scopes, 'findings:triage')) return true
    toast({
      title: 'You may not decide findings here',
      detail: me ? 'Your token lacks the scope findings:triage.' : 'Who you are is still being asked.',
    })
    return false
  }
  const handle: DeciderHandle = {
    allowed,
    decide: (row, decision, seenAt) => {
      if (!allowed()) return false
      if (!changes(row, decision)) {
        announce('It stands like that already')
        return false
      }
      if (decision.state === 'ignored' && decision.reason) {
        lastChoice.keep({ reason: decision.reason, note: decision.note ?? '' })
      }
      // Whoever is refused has been told; here there is nothing more to do about it.
      void decide([row], decision, seenAt)
        .catch(() => undefined)
        .finally(onSettled)
      return true
    },
    last: () => {
      const draft = lastChoice.read()
      return draft?.reason ? { state: 'ignored', reason: draft.reason, note: draft.note } : undefined
    },
    undo: () => {
      const ids = undoSession.top(deployment)?.ids ?? []
      if (allowed()) void undo().finally(onSettled)
      return ids
    },
  }
  useEffect(() => onReady(handle))
  return dialog
}
