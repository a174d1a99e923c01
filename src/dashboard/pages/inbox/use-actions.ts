import { useQuery } from '@tanstack/react-query'
import { mayIn, meOptions } from '#api/me.ts'
import type { InboxFinding, InboxItem } from '#contract/responses/inbox.ts'
import type { Decision } from '#features/triage/saving/decision.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { idOf } from './items.ts'
import { labels } from './labels.ts'
import { useDecide } from './use-decide.tsx'
import { useResolve } from './use-resolve.ts'
import type { InboxRows } from './use-rows.ts'

/** Whether the person may triage; tells them if they may not. */
function useMayTriage(deployment: string) {
  const { data: me } = useQuery(meOptions())
  return () => {
    if (mayIn(me, deployment, 'findings:triage')) return true
    toast({ title: labels.noPermission })
    return false
  }
}

/** What can be done with rows: triage, matches, and forms that ask for more. The focus moves on. */
export function useActions({ deployment, page, setAsking, moveOn, keysOf, forgetSeen }: InboxRows) {
  const mayTriage = useMayTriage(deployment)
  const { decide, undo, dialogs } = useDecide(deployment, page.readAt)
  const resolve = useResolve(deployment, undo)
  return {
    dialogs,
    undo,
    /** Triages findings at once and moves on; a refused triage is shown in a toast. Returns when it is answered. */
    triage: (findings: readonly InboxFinding[], decision: Decision): Promise<unknown> => {
      if (findings.length === 0 || !mayTriage()) return Promise.resolve()
      const sent = decide(findings, decision)
      if (sent) forgetSeen()
      else announce(labels.unchanged)
      moveOn(keysOf(findings))
      return sent ?? Promise.resolve()
    },
    /** Asks why findings are ignored: of one row under it. */
    askReason: (findings: readonly InboxFinding[], row: string | undefined) => {
      if (findings.length > 0 && mayTriage()) setAsking({ what: 'reason', findings, row })
    },
    askOwner: (findings: readonly InboxFinding[]) => {
      if (findings.length > 0 && mayTriage()) setAsking({ what: 'owner', findings, row: undefined })
    },
    /** Marks a request that was decided, and moves on. */
    finish: (item: InboxItem) => {
      forgetSeen()
      page.mark(item.key)
      moveOn(new Set([idOf({ item })]))
    },
    /** Confirms or rejects the match of a finding. */
    resolveMatch: async (item: InboxItem, same: boolean) => {
      if (!item.finding || !mayTriage()) return
      if (!(await resolve(item.finding, same))) return
      forgetSeen()
      if (item.reasons.length === 1) page.mark(item.key)
      moveOn(new Set([idOf({ item })]))
    },
  }
}

export type InboxActions = ReturnType<typeof useActions>
