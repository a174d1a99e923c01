import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { findingOptions } from '#api/findings/findings.ts'
import { resolveMatchOptions } from '#api/findings/matches.ts'
import { explain } from '#api/http/errors.ts'
import type { FindingMatch, ResolveMatchAnswer } from '#contract/responses/matches.ts'
import { announce } from '#ui/live-region.tsx'
import { type ToastRequest, toast } from '#ui/toast/toast.ts'
import { matchLabels, triageLabels } from './action-labels.ts'
import { openOffers, otherTriageText } from './match-offers.ts'
import { writeResolved } from './saving/cached-findings.ts'
import { requests } from './saving/session.ts'
import { undoSession } from './undo-stack.ts'

/** Shows a toast about triage, which replaces the previous one. */
function notify(request: ToastRequest): void {
  toast({ ...request, slot: 'decision' })
  announce(request.title)
}

interface ResolveOptions {
  deployment: string
  undo: (changeId?: string) => unknown
  /** Shows the finding that was created from a reported result. */
  show: (id: number) => void
}

interface Resolved {
  id: number
  match: FindingMatch
  same: boolean
  answer: ResolveMatchAnswer
  /** Whether ignoring the finding was only requested. */
  isRequest: boolean
}

/** Tells how a match was resolved, with Undo if there is something to undo. */
function notifyResolved(
  { deployment, undo, show }: ResolveOptions,
  { id, match: { other }, same, answer, isRequest }: Resolved,
): void {
  const { change_id: changeId, separated_id: separated } = answer
  if (changeId !== null && other) {
    const triage = isRequest ? matchLabels.ignoreRequested : otherTriageText({ ...other, by: null })
    const what = matchLabels.sameAndTriaged(other.id, triage)
    undoSession.push({ deployment, changeId, what, ids: [id], at: Date.now() })
    notify({
      title: what,
      tone: 'ok',
      action: { label: triageLabels.undo, run: () => void undo(changeId) },
    })
  } else if (separated !== null) {
    notify({
      title: matchLabels.separated(separated),
      tone: 'ok',
      action: { label: triageLabels.show, run: () => show(separated) },
    })
  } else if (other)
    notify({ title: same ? matchLabels.sameAs(other.id) : matchLabels.notSameAs(other.id), tone: 'ok' })
  else notify({ title: same ? matchLabels.confirmed : matchLabels.undone, tone: 'ok' })
}

/** Confirms or rejects matches and offers, with Undo in the toast if possible. */
export function useResolveMatch(options: ResolveOptions) {
  const { deployment } = options
  const client = useQueryClient()
  const { mutateAsync } = useMutation(resolveMatchOptions(deployment))
  const [pending, setPending] = useState<string>()
  // A key may be pressed again before the response is rendered.
  const busy = useRef(false)

  /** Returns the finding after the answer; undefined if it could not be read. */
  const refresh = async (id: number) => {
    const detail = await client
      .fetchQuery({ ...findingOptions(deployment, id), staleTime: 0 })
      .catch(() => undefined)
    if (detail) writeResolved(client, deployment, detail, openOffers(detail.matches).length > 0)
    return detail
  }
  const resolveNow = async (id: number, match: FindingMatch, same: boolean): Promise<void> => {
    const answer = await mutateAsync({ id, matchId: match.id, same })
    // To ignore it may need an approval, which the answer does not say.
    const isRequest = Boolean((await refresh(id))?.ignore_request)
    notifyResolved(options, { id, match, same, answer, isRequest })
  }
  /** Returns whether the service accepted it; a toast shows an error. */
  const resolve = async (id: number, match: FindingMatch, same: boolean): Promise<boolean> => {
    if (busy.current) return false
    busy.current = true
    setPending(match.id)
    try {
      // Until it can be undone, `u` waits for it: otherwise it would undo the change before.
      await requests.add(resolveNow(id, match, same))
      return true
    } catch (error) {
      const { kind, title, detail } = explain(error)
      if (kind !== 'expired')
        notify({ title: triageLabels.notSavedWhy(title.toLowerCase()), detail, tone: 'danger' })
      await refresh(id)
      return false
    } finally {
      busy.current = false
      setPending(undefined)
    }
  }
  return { resolve, pending }
}
